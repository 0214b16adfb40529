import '../../styles/dashboards.css';
import '../../styles/home.css';
import '../../texts/dashboards.ts';
import { mdiArrowLeft, mdiViewDashboardOutline } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { CameraTile } from '../../cards/camera-tile.ts';
import { DomainCard } from '../../cards/domain-card.ts';
import { Reading } from '../../cards/reading.ts';
import { Tile } from '../../cards/tile.ts';
import { viewAddress } from '../../dashboards/addresses.ts';
import { DashboardBadges } from '../../dashboards/badges.ts';
import { cardNote } from '../../dashboards/card-note.ts';
import { type Config, configsIn, textIn } from '../../dashboards/config.ts';
import { DashboardCard } from '../../dashboards/dashboard-card.ts';
import { DashboardView } from '../../dashboards/dashboard-view.ts';
import { resolved } from '../../dashboards/generated.ts';
import { isViewVisible } from '../../dashboards/visibility.ts';
import { failure } from '../../parts/failure.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import {
  type DashboardInfo,
  DEFAULT_DASHBOARD,
  followDashboard,
  listDashboards,
  readDashboard,
} from '../../server/dashboards.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

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

/** A dashboard that users arranged, here or in the official frontend. */
export class DashboardPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    config: { state: true },
    info: { state: true },
    errorText: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  /** As saved; null for one that is generated, undefined while loading. */
  declare config: unknown;
  declare info: DashboardInfo | undefined;
  declare errorText: string | undefined;
  private unfollow: (() => void) | undefined;

  constructor() {
    super();
    this.config = undefined;
    new Watch(this, () => ['#members', '#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { connection } = this.home;
    const end = followDashboard(connection, this.path, () => void this.load());
    const again = (): void => void this.load();
    connection.addEventListener('ready', again);
    this.unfollow = () => {
      end();
      connection.removeEventListener('ready', again);
    };
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow?.();
  }

  protected override updated(_: PropertyValues): void {
    const { config, home } = this;
    if (config !== undefined && home.isKnown) document.title = `${this.title_()} · Hearth`;
  }

  protected override render() {
    const { home, config, errorText } = this;
    if (errorText !== undefined)
      return html`<div class="page home">${this.head(undefined, [])}${cardNote(errorText)}</div>`;
    if (config === undefined || !home.isKnown)
      return html`<div class="page home"><h1 class="visually-hidden">${say('dashboards.title')}</h1>
        <p class="hint" role="status">${say('home.loading')}</p></div>`;
    const views = configsIn(resolved(home, config).views).map((view, at) => ({
      view,
      key: textIn(view.path) ?? String(at),
    }));
    const shown = views.filter(({ view }) => isViewVisible(home, view) && view.subview !== true);
    const wanted = this.params.view;
    const current =
      wanted === undefined ? shown[0] : views.find(({ key }, at) => key === wanted || String(at) === wanted);
    if (current === undefined || !isViewVisible(home, current.view))
      return html`<div class="page home">${this.head(undefined, shown)}${cardNote(say(views.length === 0 ? 'dashboards.empty' : 'dashboards.no_view'))}</div>`;
    return html`<div class="page home dashboard">
      ${this.head(current, shown)}
      ${keyed(current.key, html`<hearth-view .home=${home} .view=${current.view}></hearth-view>`)}
    </div>`;
  }

  private head(current: Shown | undefined, shown: readonly Shown[]): TemplateResult {
    const isSubview = current?.view.subview === true;
    return html`<header class="home-head">
        <div class="area-title">
          <a class="back" href=${isSubview ? viewAddress(this.path) : PATHS.dashboards} aria-label=${say(isSubview ? 'dashboards.back' : 'dashboards.all')}>${icon(mdiArrowLeft)}</a>
          <hearth-icon .name=${this.info?.icon} .path=${mdiViewDashboardOutline}></hearth-icon>
          <h1>${isSubview ? (textIn(current.view.title) ?? this.title_()) : this.title_()}</h1>
        </div>
      </header>
      ${shown.length < 2 || isSubview ? nothing : this.tabs(current, shown)}`;
  }

  private tabs(current: Shown | undefined, shown: readonly Shown[]): TemplateResult {
    return html`<nav class="view-tabs" aria-label=${say('dashboards.views')}>
      ${shown.map(
        (
          { view, key },
          at,
        ) => html`<a href=${viewAddress(this.path, key)} aria-current=${key === current?.key ? 'page' : 'false'}>
          <hearth-icon .name=${textIn(view.icon)} .path=${''}></hearth-icon>
          <span class=${textIn(view.icon) === undefined ? '' : 'tab-text'}>${textIn(view.title) ?? textIn(view.path) ?? String(at + 1)}</span></a>`,
      )}
    </nav>`;
  }

  private get path(): string {
    return this.params.path ?? DEFAULT_DASHBOARD;
  }

  private title_(): string {
    const own =
      this.config === null || this.config === undefined ? undefined : textIn((this.config as Config).title);
    return own ?? this.info?.title ?? say('dashboards.default');
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    try {
      const [config, all] = await Promise.all([
        readDashboard(connection, this.path),
        listDashboards(connection),
      ]);
      this.info = all.find(({ url_path }) => url_path === this.path);
      const isKnown = this.info !== undefined || this.path === DEFAULT_DASHBOARD;
      this.errorText = isKnown ? undefined : say('dashboards.unknown');
      this.config = config;
    } catch (error) {
      this.errorText = failure(error);
    }
  }
}

interface Shown {
  readonly view: Config;
  /** The last part of its address. */
  readonly key: string;
}
