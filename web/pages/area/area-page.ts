import '../../styles/home.css';
import { mdiArrowLeft, mdiSofaOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { Reading } from '../../cards/reading.ts';
import { Tile } from '../../cards/tile.ts';
import { RelatedItems } from '../../controls/related-items.ts';
import { isInLogbook } from '../../logbook/is-in-logbook.ts';
import { LogbookSection } from '../../logbook/logbook-section.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { VirtualGrid } from '../../parts/virtual-grid.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { Area } from '../../state/places.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { type Arrangement, followArrangement } from '../home/arrangement.ts';
import { sorted } from '../home/home-layout.ts';
import { lightsOf, lightsOff } from '../home/lights-off.ts';
import { climateIds, climateText } from '../home/room-climate.ts';
import { roomTabs, storeysOfHome } from '../home/room-tabs.ts';

define({
  'hearth-icon': NamedIcon,
  'hearth-tile': Tile,
  'hearth-reading': Reading,
  'hearth-virtual-grid': VirtualGrid,
  'hearth-logbook-section': LogbookSection,
  'hearth-related': RelatedItems,
});

/** The address part for entities without an area. */
const NOWHERE = '-';
const FEW = 24;
/** Of the logbook; older entries are on its page. */
const MAX_ENTRIES = 5;
/** In `rem`: two tiles beside each other on a phone, as on the start page. */
const TILE = { width: 14, height: 5.25 };
const PHONE_TILE = { width: 8.75, height: 7.5 };
const PHONE = matchMedia('(max-width: 47.99rem)');

/** All entities of an area, including those that the start page leaves out. */
export class AreaPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    wanted: { state: true },
    arrangement: { state: true },
    isInternalOpen: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  /** The search text. */
  declare wanted: string;
  declare arrangement: Arrangement | undefined;
  /** Whether the entities for configuration and diagnostics are shown. */
  declare isInternalOpen: boolean;
  /** The entities whose states are in the heading. */
  private shownInHead: readonly string[] = [];
  private shownTab: Element | undefined;
  private unfollow: (() => void) | undefined;

  constructor() {
    super();
    this.wanted = '';
    this.arrangement = undefined;
    this.isInternalOpen = false;
    new Watch(this, () => ['#members', '#places', '#permissions', ...this.shownInHead]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    PHONE.addEventListener('change', this.refit);
    this.unfollow = followArrangement(this.home, (arrangement) => {
      this.arrangement = arrangement;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    PHONE.removeEventListener('change', this.refit);
    this.unfollow?.();
  }

  private readonly refit = (): void => this.requestUpdate();

  /** The bar of tabs is wider than a phone: the open one is shown. */
  protected override updated(): void {
    const tabs = this.querySelector('.room-tabs');
    const current = tabs?.querySelector('[aria-current="page"]');
    if (tabs == null || current == null || this.shownTab === current) return;
    this.shownTab = current;
    current.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  protected override render() {
    const { home } = this;
    if (!home.isKnown)
      return html`<div class="page home"><p class="hint" role="status">${say('home.loading')}</p></div>`;
    const area = home.places.areas.get(this.params.id ?? '');
    if (area === undefined && this.params.id !== NOWHERE)
      return html`<div class="page home"><h1>${say('area.gone')}</h1>
        <p><a href=${PATHS.home}>${say('app.to_home')}</a></p></div>`;
    document.title = `${area?.name ?? say('home.elsewhere')} · Hearth`;
    return this.room(area);
  }

  private room(area: Area | undefined): TemplateResult {
    const { home, wanted } = this;
    const ids = this.members(area);
    const fitting = ids.filter((id) => this.fits(id));
    const isInternal = (id: string): boolean => home.places.entries.get(id)?.category != null;
    const order = area === undefined ? undefined : this.arrangement?.orders[`area:${area.area_id}`];
    const { tiles, readings } = sorted(
      home,
      fitting.filter((id) => !isInternal(id)),
      order,
    );
    const internal = sorted(home, fitting.filter(isInternal), undefined);
    const climate = climateIds(home, { area, readings: ids.filter((id) => !isInternal(id)) });
    const lights = area === undefined ? [] : lightsOf(ids);
    this.shownInHead = [...climate, ...lights];
    const count = wanted.trim() === '' ? '' : say('area.count', { count: fitting.length });
    const found = ids.length === 0 ? say('area.empty') : count;
    return html`<div class="page home">
      ${roomTabs(storeysOfHome(home, this.arrangement), area?.area_id ?? '')}
      <header class="home-head">
        <div class="area-title">
          <a class="back" href=${PATHS.home} aria-label=${say('app.to_home')}>${icon(mdiArrowLeft)}</a>
          <hearth-icon .name=${area?.icon} .path=${mdiSofaOutline}></hearth-icon>
          <h1>${area?.name ?? say('home.elsewhere')}</h1>
        </div>
        <span class="room-climate">${climateText(home, climate)}</span>
        ${lightsOff(home, area?.name ?? '', lights)}
      </header>
      ${
        ids.length > FEW
          ? html`<div class="field">
              <label for="filter">${say('area.filter')}</label>
              <input
                id="filter"
                type="search"
                autocomplete="off"
                .value=${wanted}
                @input=${(event: Event) => {
                  this.wanted = (event.target as HTMLInputElement).value;
                }}
              />
            </div>`
          : nothing
      }
      <p class=${found === '' ? 'visually-hidden' : 'hint'} role="status">${found}</p>
      ${tiles.length === 0 ? nothing : this.grid(tiles, area)}
      ${
        readings.length === 0
          ? nothing
          : html`<h2 class="area-part">${say('domain.sensor')}</h2>
            ${this.grid(readings, area)}`
      }
      ${this.internal([...internal.tiles, ...internal.readings], area)}
      ${area === undefined || ids.length === 0 ? nothing : this.logbook(area, ids)}
    </div>`;
  }

  private grid(ids: readonly string[], area: Area | undefined): TemplateResult {
    const tile = PHONE.matches ? PHONE_TILE : TILE;
    return html`<hearth-virtual-grid
      .items=${ids}
      .draw=${(id: string) =>
        html`<hearth-tile .home=${this.home} .entityId=${id} .roomName=${area?.name}></hearth-tile>`}
      .narrowest=${tile.width}
      .height=${tile.height}
    ></hearth-virtual-grid>`;
  }

  /** What devices are set up with, apart from what is used every day. */
  private internal(ids: readonly string[], area: Area | undefined): TemplateResult | typeof nothing {
    if (ids.length === 0) return nothing;
    return html`<details
      class="area-internal"
      @toggle=${(event: Event) => {
        this.isInternalOpen = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>${say('area.internal', { count: ids.length })}</summary>
      ${this.isInternalOpen ? this.grid(ids, area) : nothing}
    </details>`;
  }

  private logbook({ area_id: id }: Area, members: readonly string[]): TemplateResult {
    const { home } = this;
    const entityIds = members.filter((one) => {
      const entity = home.entity(one);
      return entity !== undefined && isInLogbook(entity);
    });
    return html`<div class="card">
      <hearth-logbook-section
        .home=${home}
        .entityIds=${entityIds}
        .count=${MAX_ENTRIES}
        .isOfPage=${true}
        .link=${`${PATHS.logbook}?area=${encodeURIComponent(id)}`}
      ></hearth-logbook-section>
      <hearth-related .home=${home} .type=${'area'} .itemId=${id} .without=${['entity']}></hearth-related>
    </div>`;
  }

  private members(area: Area | undefined): string[] {
    const { home } = this;
    const ids: string[] = [];
    for (const { entity_id: id } of home.all()) {
      if (home.places.entries.get(id)?.isHidden) continue;
      if (home.areaOf(id)?.area_id === area?.area_id) ids.push(id);
    }
    return ids;
  }

  private fits(id: string): boolean {
    const wanted = this.wanted.trim().toLowerCase();
    if (wanted === '') return true;
    const entity = this.home.entity(id);
    return entity !== undefined && `${nameOf(entity)} ${id}`.toLowerCase().includes(wanted);
  }
}
