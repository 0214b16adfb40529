import { z } from 'zod';
import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { isSameJson } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';
import {
  arrangesDashboard,
  type DashboardPermissions,
  dashboardPermissions,
} from './dashboard-permissions.ts';
import type { DashboardVersion, DashboardVersions } from './dashboard-versions.ts';
import type { Panel } from './panels.ts';

/** A dashboard of the sidebar, without its cards. */
export const Dashboard = z.object({
  id: z.string(),
  url_path: z.string(),
  title: z.string(),
  icon: z.string().optional(),
  show_in_sidebar: z.boolean(),
  require_admin: z.boolean(),
  mode: z.literal('storage'),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** The cards of a dashboard as JSON text, so that clients get back exactly what they saved. */
export const DashboardConfig = z.object({ json: z.string() });
export type DashboardConfig = z.infer<typeof DashboardConfig>;

/** The fields of a new dashboard. */
export interface NewDashboard {
  readonly url_path: string;
  readonly title: string;
  readonly icon?: string | undefined;
  readonly show_in_sidebar: boolean;
  readonly require_admin: boolean;
  readonly allow_single_word: boolean;
}

/** The changeable fields of a dashboard; a null icon removes it. */
export interface DashboardChanges {
  readonly title?: string | undefined;
  readonly icon?: string | null | undefined;
  readonly show_in_sidebar?: boolean | undefined;
  readonly require_admin?: boolean | undefined;
}

/** A change of the list of dashboards. */
export interface DashboardChange {
  readonly change_type: 'added' | 'updated' | 'removed';
  readonly item: Dashboard;
}

/** The dependencies of `Dashboards`. */
export interface DashboardParts {
  readonly list: Collection<Dashboard>;
  readonly configs: Collection<DashboardConfig>;
  readonly versions: DashboardVersions;
  /** Throws for a dashboard that clients cannot change. */
  readonly refuseChange: (urlPath: string | null) => void;
  /** Whether a page of the app has a path. */
  readonly isTaken: (urlPath: string) => boolean;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Dashboards without cards are open to all that may read every entity. */
const OPEN: DashboardPermissions = { see: null, arrange: [] };
/** The default dashboard, which clients also name by null. */
const DEFAULT_PATH = 'lovelace';

const panelOf = ({ url_path, title, icon, show_in_sidebar, require_admin }: Dashboard): Panel => ({
  component_name: 'lovelace',
  icon: icon ?? 'mdi:view-dashboard',
  title,
  default_visible: true,
  config: { mode: 'storage' },
  url_path,
  require_admin,
  config_panel_domain: null,
  show_in_sidebar,
});

/**
 * The dashboards that clients such as the official frontend arrange [frontend facts §7]. Their cards are not
 * interpreted. Deleting a dashboard deletes its cards.
 */
export class Dashboards {
  private readonly parts: DashboardParts;
  private readonly listeners = new Set<(change: DashboardChange) => void>();
  /** By the text of the cards they were read from. */
  private readonly permissionsOf = new Map<
    string,
    { readonly json: string; readonly permissions: DashboardPermissions }
  >();

  constructor(parts: DashboardParts) {
    this.parts = parts;
  }

  list(): Dashboard[] {
    return [...this.parts.list.entries.values()];
  }

  /** Their pages in the sidebar. */
  panels(): Panel[] {
    return this.list().map(panelOf);
  }

  /**
   * The cards of a dashboard as JSON; null is the default dashboard. Throws `config_not_found` for an unknown
   * path and for a dashboard without cards, which clients then generate.
   */
  config(urlPath: string | null): string {
    const saved = this.savedCards(urlPath);
    if (saved === null) throw fault('config_not_found', 'no_dashboard_config');
    return saved;
  }

  /** The cards of a dashboard as JSON, null without any. Throws `config_not_found` for an unknown path. */
  savedCards(urlPath: string | null): string | null {
    return this.parts.configs.entries.get(this.keyOf(urlPath))?.json ?? null;
  }

  /** Who sees and arranges a dashboard. Throws `config_not_found` for an unknown path. */
  permissions(urlPath: string | null): DashboardPermissions {
    const key = this.keyOf(urlPath);
    const json = this.savedCards(key);
    if (json === null) return OPEN;
    const known = this.permissionsOf.get(key);
    if (known?.json === json) return known.permissions;
    const permissions = dashboardPermissions(json);
    this.permissionsOf.set(key, { json, permissions });
    return permissions;
  }

  /** Whether a caller who arranges a dashboard may put back its stored text: with the same people who see and arrange it. */
  mayPutBack(access: Access, key: string, text: string | null): boolean {
    const now = this.parts.configs.entries.get(key);
    if (now === undefined || text === null) return false;
    const permissions = dashboardPermissions(now.json);
    const { json } = DashboardConfig.parse(JSON.parse(text));
    return arrangesDashboard(access, permissions) && isSameJson(dashboardPermissions(json), permissions);
  }

  /** Saves the cards of a dashboard; resolves when they are durable. Throws `config_not_found` for an unknown path. */
  async saveConfig(urlPath: string | null, json: string, userId: string | null): Promise<void> {
    this.parts.refuseChange(urlPath);
    const key = this.keyOf(urlPath);
    const { configs, versions } = this.parts;
    const before = configs.entries.get(key);
    await configs.put(key, { json });
    this.fire('lovelace_updated', { url_path: urlPath });
    if (before !== undefined) await versions.record(key, before.json, { userId: null, isFound: true });
    await versions.record(key, json, { userId, isFound: false });
  }

  /** The saved versions of a dashboard, the newest first. */
  versions(urlPath: string | null): Promise<readonly DashboardVersion[]> {
    return this.parts.versions.list(this.keyOf(urlPath));
  }

  /** The cards of a version as JSON. Throws `not_found`. */
  version(urlPath: string | null, version: number): Promise<string> {
    return this.parts.versions.get(this.keyOf(urlPath), version);
  }

  /** Deletes the cards of a dashboard. Throws `config_not_found` for an unknown path. */
  async deleteConfig(urlPath: string | null): Promise<void> {
    this.parts.refuseChange(urlPath);
    await this.parts.configs.delete(this.keyOf(urlPath));
    this.fire('lovelace_updated', { url_path: urlPath });
  }

  /**
   * Creates a dashboard. Throws `invalid_format` for a path without a hyphen, `home_assistant_error` for a
   * taken one.
   */
  async create({ allow_single_word: isWordAllowed, icon, ...fields }: NewDashboard): Promise<Dashboard> {
    const { url_path: path } = fields;
    if (!isWordAllowed && !path.includes('-'))
      throw fault('invalid_format', 'dashboard_path_needs_hyphen', { path });
    if (this.parts.isTaken(path) || this.list().some((other) => other.url_path === path))
      throw fault(
        'home_assistant_error',
        'dashboard_path_taken',
        { path },
        { translation: { domain: 'lovelace', key: 'url_already_exists', placeholders: { url: path } } },
      );
    const id = this.freeId(path);
    const item: Dashboard = { id, ...fields, ...(icon === undefined ? {} : { icon }), mode: 'storage' };
    await this.parts.list.put(id, item);
    this.notify('added', item);
    return item;
  }

  /** Throws `not_found` for an unknown ID. */
  async update(id: string, { icon, ...changes }: DashboardChanges): Promise<Dashboard> {
    const { icon: oldIcon, ...known } = this.known(id);
    const newIcon = icon === undefined ? oldIcon : (icon ?? undefined);
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const item: Dashboard = {
      ...known,
      ...Object.fromEntries(given),
      ...(newIcon === undefined ? {} : { icon: newIcon }),
    };
    await this.parts.list.put(id, item);
    this.notify('updated', item);
    return item;
  }

  /** Deletes a dashboard with its cards. Throws `not_found` for an unknown ID. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    const { configs, list } = this.parts;
    await Promise.all([
      list.delete(id),
      ...(configs.entries.has(item.url_path) ? [configs.delete(item.url_path)] : []),
    ]);
    this.notify('removed', item);
  }

  /** Announces a dashboard that was put back or taken away. */
  restored(now: Dashboard | undefined, was: Dashboard | undefined): void {
    const item = now ?? was;
    if (item !== undefined)
      this.notify(now === undefined ? 'removed' : was === undefined ? 'added' : 'updated', item);
  }

  /** Announces cards that were put back or taken away. */
  restoredConfig(key: string): void {
    this.fire('lovelace_updated', { url_path: key === DEFAULT_PATH ? null : key });
  }

  /** Calls back after each change of the list. */
  subscribe(listener: (change: DashboardChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private keyOf(urlPath: string | null): string {
    if (urlPath === null || urlPath === DEFAULT_PATH) return DEFAULT_PATH;
    if (!this.list().some((dashboard) => dashboard.url_path === urlPath))
      throw fault('config_not_found', 'unknown_dashboard', { path: urlPath });
    return urlPath;
  }

  private known(id: string): Dashboard {
    const item = this.parts.list.entries.get(id);
    if (item === undefined) throw fault('not_found', 'unable_to_find_item', { domain: 'dashboard', id });
    return item;
  }

  /** The path with underscores, and a number if another one has that ID. */
  private freeId(path: string): string {
    const base = path.replaceAll('-', '_');
    let id = base;
    for (let count = 2; this.parts.list.entries.has(id); count += 1) id = `${base}_${count}`;
    return id;
  }

  private notify(change_type: DashboardChange['change_type'], item: Dashboard): void {
    for (const listener of this.listeners) listener({ change_type, item });
    this.fire('panels_updated', {});
  }

  private fire(type: 'lovelace_updated' | 'panels_updated', data: Readonly<Record<string, unknown>>): void {
    const at = this.parts.clock.now();
    this.parts.bus.fire(type, data, at, newContext(at));
  }
}
