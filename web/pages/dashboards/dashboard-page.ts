import '../../styles/dashboards.css';
import '../../styles/home.css';
import '../../texts/dashboards.ts';
import { mdiArrowLeft, mdiViewDashboardOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { toastTrouble } from '../../app/toasts.ts';
import { CameraTile } from '../../cards/camera-tile.ts';
import { DomainCard } from '../../cards/domain-card.ts';
import { Reading } from '../../cards/reading.ts';
import { Tile } from '../../cards/tile.ts';
import { viewAddress } from '../../dashboards/addresses.ts';
import { DashboardBadges } from '../../dashboards/badges.ts';
import { cardNote } from '../../dashboards/card-note.ts';
import { type Config, configIn, listIn, textIn } from '../../dashboards/config.ts';
import { DashboardCard } from '../../dashboards/dashboard-card.ts';
import { DashboardView } from '../../dashboards/dashboard-view.ts';
import type { EditSession } from '../../dashboards/editing/edit-session.ts';
import { resolved } from '../../dashboards/generated.ts';
import { isViewVisible } from '../../dashboards/visibility.ts';
import { failure } from '../../parts/failure.ts';
import type { FormTask } from '../../parts/form/form-dialog.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import {
  type DashboardInfo,
  DEFAULT_DASHBOARD,
  followDashboard,
  getDashboard,
  listDashboards,
  type SavedDashboard,
} from '../../server/dashboards.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { pageTools } from './page-tools.ts';

define({
  'hearth-icon': NamedIcon,
  'hearth-tile': Tile,
  'hearth-reading': Reading,
  'hearth-camera-tile': CameraTile,
  'hearth-domain-card': DomainCard,
  'hearth-badges': DashboardBadges,
  'hearth-card': DashboardCard,
  'hearth-view': DashboardView,
});

/** A view with its place among all views. */
export interface ShownView {
  readonly view: Config;
  readonly at: number;
  /** The last part of its address. */
  readonly key: string;
}

/** A dashboard that users arranged, here or in the official frontend. */
export class DashboardPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    saved: { state: true },
    info: { state: true },
    errorText: { state: true },
    session: { state: true },
    wallTask: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare saved: SavedDashboard | undefined;
  declare info: DashboardInfo | undefined;
  declare errorText: string | undefined;
  /** Set while the dashboard is arranged. */
  declare session: EditSession | undefined;
  /** The form that puts this device on the wall. */
  declare wallTask: FormTask | undefined;
  private unfollow: (() => void) | undefined;

  constructor() {
    super();
    new Watch(this, () => ['#members', '#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { connection } = this.home;
    const again = (): void => void this.load();
    const end = followDashboard(connection, this.path, again);
    connection.addEventListener('ready', again);
    this.unfollow = () => {
      end();
      connection.removeEventListener('ready', again);
    };
    again();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow?.();
  }

  protected override updated(): void {
    if (this.saved !== undefined && this.home.isKnown) document.title = `${this.dashboardTitle()} · Hearth`;
  }

  protected override render() {
    const { home, saved, errorText, session } = this;
    if (errorText !== undefined)
      return html`<div class="page home">${this.head(undefined, [])}${cardNote(errorText)}</div>`;
    if (saved === undefined || !home.isKnown)
      return html`<div class="page home"><h1 class="visually-hidden">${say('dashboards.title')}</h1>
        <p class="hint" role="status">${say('home.loading')}</p></div>`;
    const views = listIn(resolved(home, saved.config).views).map((one, at): ShownView => {
      const view = configIn(one) ?? {};
      return { view, at, key: textIn(view.path) ?? String(at) };
    });
    const isShown = ({ view }: ShownView): boolean => session !== undefined || isViewVisible(home, view);
    const shown = views.filter((one) => isShown(one) && (session !== undefined || one.view.subview !== true));
    const wanted = this.params.view;
    const current =
      wanted === undefined ? shown[0] : (views.find(({ key }) => key === wanted) ?? views[Number(wanted)]);
    const isMissing = current === undefined || !isShown(current);
    return html`<div class="page home dashboard" ?data-arranging=${session !== undefined}>
      ${this.head(isMissing ? undefined : current, shown)}
      ${
        isMissing
          ? cardNote(say(views.length === 0 ? 'dashboards.empty' : 'dashboards.no_view'))
          : keyed(
              current.key,
              html`<hearth-view .home=${home} .view=${current.view} .path=${['views', current.at]} .editor=${session?.editor}></hearth-view>`,
            )
      }
      ${session?.editor.overlay() ?? nothing}
      ${
        this.wallTask === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${home} .task=${this.wallTask} @closed=${() => {
              this.wallTask = undefined;
            }}></hearth-form-dialog>`
      }
    </div>`;
  }

  private head(current: ShownView | undefined, shown: readonly ShownView[]): TemplateResult {
    const isSubview = current?.view.subview === true && this.session === undefined;
    return html`<header class="home-head">
        <div class="area-title">
          <a class="back" href=${isSubview ? viewAddress(this.path) : PATHS.dashboards} aria-label=${say(isSubview ? 'dashboards.back' : 'dashboards.all')}>${icon(mdiArrowLeft)}</a>
          <hearth-icon .name=${this.info?.icon} .path=${mdiViewDashboardOutline}></hearth-icon>
          <h1>${isSubview ? (textIn(current.view.title) ?? this.dashboardTitle()) : this.dashboardTitle()}</h1>
        </div>
        ${pageTools({ saved: this.saved, session: this.session, onArrange: () => void this.arrange(), onDone: () => this.finish(), onWall: () => void this.openWall() })}
      </header>
      ${(shown.length < 2 && this.session === undefined) || isSubview ? nothing : this.tabs(current, shown)}`;
  }

  private tabs(current: ShownView | undefined, shown: readonly ShownView[]): TemplateResult {
    return html`<div class="view-bar"><nav class="view-tabs" aria-label=${say('dashboards.views')}>
      ${shown.map(
        ({
          view,
          key,
          at,
        }) => html`<a href=${viewAddress(this.path, key)} aria-current=${key === current?.key ? 'page' : 'false'}>
          <hearth-icon .name=${textIn(view.icon)} .path=${''}></hearth-icon>
          <span>${textIn(view.title) ?? textIn(view.path) ?? String(at + 1)}</span></a>`,
      )}
    </nav>${this.session?.viewTools(current, shown.length) ?? nothing}</div>`;
  }

  /** The path of the dashboard. */
  get path(): string {
    return this.params.path ?? DEFAULT_DASHBOARD;
  }

  private dashboardTitle(): string {
    return textIn(configIn(this.saved?.config)?.title) ?? this.info?.title ?? say('dashboards.default');
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    try {
      const [saved, all] = await Promise.all([
        getDashboard(connection, this.path),
        listDashboards(connection),
      ]);
      this.info = all.find(({ url_path }) => url_path === this.path);
      this.errorText = undefined;
      if (this.session?.follow(saved) !== false) this.saved = saved;
    } catch (error) {
      const isUnknown = (error as { code?: unknown } | null)?.code === 'config_not_found';
      this.errorText = isUnknown ? say('dashboards.unknown') : failure(error);
    }
  }

  private async arrange(): Promise<void> {
    const { saved } = this;
    if (saved === undefined) return;
    try {
      const { EditSession } = await import('../../dashboards/editing/edit-session.ts');
      this.session = new EditSession(this, saved);
    } catch (error) {
      toastTrouble(failure(error));
    }
  }

  private async openWall(): Promise<void> {
    try {
      this.wallTask = (await import('../../dashboards/wall/wall-task.ts')).wallTask(this.home);
    } catch (error) {
      toastTrouble(failure(error));
    }
  }

  private finish(): void {
    this.session = undefined;
  }
}
