import { fault } from '../../core/errors.ts';
import type { Panel } from './panels.ts';

/** A dashboard whose cards are in a file of the data folder. */
export interface DashboardFile {
  readonly url_path: string;
  readonly mode: 'yaml';
  readonly filename: string;
  readonly title: string;
  readonly icon?: string | undefined;
  readonly show_in_sidebar: boolean;
  readonly require_admin: boolean;
}

/** The dashboards in files. */
export interface DashboardFileReader {
  readonly dashboards: readonly DashboardFile[];
  /** The file of the default dashboard; undefined if it is stored. */
  readonly standard: string | undefined;
  /** The content of a file; undefined if there is none. Throws for mistakes in it. */
  read(name: string): Promise<unknown>;
}

/** The default dashboard, which clients also name by null. */
const DEFAULT_PATH = 'lovelace';

/** Dashboards whose cards are in files: they are read each time and cannot be changed by clients. */
export class DashboardsInFiles {
  private readonly reader: DashboardFileReader;

  constructor(reader: DashboardFileReader) {
    this.reader = reader;
  }

  list(): readonly DashboardFile[] {
    return this.reader.dashboards;
  }

  has(urlPath: string | null): boolean {
    return this.fileOf(urlPath) !== undefined;
  }

  /** The cards of a dashboard as JSON. Throws `config_not_found` without a file, and for mistakes in it. */
  async cards(urlPath: string | null): Promise<string> {
    const file = this.fileOf(urlPath);
    const cards = file === undefined ? undefined : await this.reader.read(file);
    if (cards === undefined) throw fault('config_not_found', 'no_dashboard_config');
    return JSON.stringify(cards);
  }

  /** Throws `not_supported` for a dashboard in a file. */
  refuseChange(urlPath: string | null): void {
    const file = this.fileOf(urlPath);
    if (file !== undefined) throw fault('not_supported', 'dashboard_is_in_file', { file });
  }

  /** Their pages in the sidebar. */
  panels(): Panel[] {
    return this.reader.dashboards.map(({ url_path, title, icon, show_in_sidebar, require_admin, mode }) => ({
      ...{ component_name: 'lovelace', icon: icon ?? 'mdi:view-dashboard', title, default_visible: true },
      ...{ config: { mode }, url_path, require_admin, config_panel_domain: null, show_in_sidebar },
    }));
  }

  private fileOf(urlPath: string | null): string | undefined {
    const { standard, dashboards } = this.reader;
    if (urlPath === null || urlPath === DEFAULT_PATH) return standard;
    return dashboards.find((one) => one.url_path === urlPath)?.filename;
  }
}
