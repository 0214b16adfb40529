import '../styles/map.css';
import '../styles/controls.css';
import '../texts/map.ts';
import { mdiFitToPageOutline, mdiMinus, mdiPlus } from '@mdi/js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { openEntity } from '../cards/open-entity.ts';
import { stateText } from '../cards/state-text.ts';
import { toolButton } from '../parts/tool-button.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { distance, pointOf, unitFor, wayText } from './location-map.ts';
import { MapGestures } from './map-gestures.ts';
import { placeLabels, ringsAround, spreadMarks } from './map-marks.ts';
import {
  draggedView,
  fitView,
  type MapPlan,
  type MapView,
  type Mark,
  type Point,
  planOf,
  roundLength,
  zoomedView,
} from './map-plan.ts';
import { readPastPlaces } from './past-places.ts';

const DOMAINS = ['person', 'device_tracker', 'zone'];
const STEP = 60;
const ZOOM = 1.5;
const BAR = 110;
/** Spots in the list below; more are on the map only. */
const MAX_ROWS = 50;

interface Spot {
  readonly entity: Entity;
  readonly mark: Mark;
}

/**
 * A map of zones, persons and devices, drawn to scale without pictures from elsewhere: it can be dragged and zoomed with
 * fingers, mouse and keys. The list below has the same places in words.
 */
export class HomeMap extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityIds: { attribute: false },
    isFitting: { attribute: false },
    hours: { attribute: false },
    trails: { state: true },
    view: { state: true },
    size: { state: true },
  };

  declare home: HomeStore;
  /** What is shown besides zones; undefined for all persons, and devices that belong to none. */
  declare entityIds: readonly string[] | undefined;
  /** Whether the map follows what moves, until somebody drags it. */
  declare isFitting: boolean;
  /** How many hours of trails are drawn; none if 0. */
  declare hours: number;
  declare trails: ReadonlyMap<string, readonly Point[]>;
  /** Undefined while it shows everything. */
  declare view: MapView | undefined;
  declare size: { readonly width: number; readonly height: number };
  private fitted: MapView | undefined;
  /** What the trails were last read for. */
  private followed = '';
  private readonly sizes = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    if (width > 0 && height > 0) this.size = { width, height };
  });

  constructor() {
    super();
    this.entityIds = undefined;
    this.isFitting = false;
    this.hours = 0;
    this.trails = new Map();
    this.view = undefined;
    this.size = { width: 320, height: 240 };
    new MapGestures(this);
    new Watch(this, () => ['#members', '#places', ...this.shown().map(({ entity_id: id }) => id)]);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  protected override updated(): void {
    const box = this.querySelector('.home-map-box');
    if (box !== null) this.sizes.observe(box);
    void this.follow();
  }

  /** Reads the trails again after something moved. */
  private async follow(): Promise<void> {
    const { home, hours } = this;
    const moving = this.shown().filter((entity) => entity.domain !== 'zone' && pointOf(entity) !== undefined);
    const followed = hours > 0 && home.isKnown ? `${hours} ${moving.map(placeText).join(' ')}` : '';
    if (followed === this.followed) return;
    this.followed = followed;
    const ids = moving.map(({ entity_id: id }) => id);
    const trails =
      followed === '' || ids.length === 0
        ? new Map<string, readonly Point[]>()
        : await readPastPlaces(home.connection, ids, hours).catch(() => undefined);
    if (trails !== undefined && followed === this.followed) this.trails = trails;
  }

  /** The part of the earth that is shown. */
  current(): MapView {
    if (this.view !== undefined) return this.view;
    if (this.fitted !== undefined && !this.isFitting) return this.fitted;
    const points = this.shown().flatMap((entity) => pointOf(entity) ?? []);
    this.fitted = fitView(points, this.size.width, this.size.height);
    return this.fitted;
  }

  protected override render() {
    const { home } = this;
    const shown = this.shown();
    if (!home.isKnown) return html`<p class="hint" role="status">${say('home.loading')}</p>`;
    if (shown.every((entity) => pointOf(entity) === undefined))
      return html`<p class="hint">${say('map.none')}</p>`;
    const { width, height } = this.size;
    const plan = planOf(this.current(), width, height);
    const zones = spotsOf(
      plan,
      shown.filter(({ domain }) => domain === 'zone'),
    );
    const others = spotsOf(
      plan,
      shown.filter(({ domain }) => domain !== 'zone'),
    );
    return html`<div class="home-map-box" tabindex="0" role="group" aria-label=${say('map.label')} aria-keyshortcuts="+ - ArrowUp ArrowDown ArrowLeft ArrowRight Home">
        <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
          ${zones.map((spot) => this.zone(spot))} ${this.rings(plan)} ${this.trailLines(plan)} ${this.spots(zones, others)} ${this.scaleBar(plan)}
        </svg>
        <div class="home-map-tools">
          ${toolButton(mdiPlus, say('map.closer'), () => this.zoom(1 / ZOOM))}
          ${toolButton(mdiMinus, say('map.farther'), () => this.zoom(ZOOM))}
          ${toolButton(mdiFitToPageOutline, say('map.fit'), () => this.fit())}
        </div>
      </div>
      ${this.list(shown)}`;
  }

  zoom(factor: number, around = { x: 0, y: 0 }): void {
    this.view = zoomedView(this.current(), factor, around);
  }

  drag(x: number, y: number): void {
    this.view = draggedView(this.current(), x, y);
  }

  fit(): void {
    this.view = undefined;
    this.fitted = undefined;
    this.requestUpdate();
  }

  private shown(): readonly Entity[] {
    const { home, entityIds: ids } = this;
    const all = [...home.all()].filter(({ domain }) => DOMAINS.includes(domain));
    const zones = all.filter(({ domain, attributes }) => domain === 'zone' && attributes.passive !== true);
    if (ids !== undefined) {
      const wanted = ids.flatMap((id) => home.entity(id) ?? []).filter(({ domain }) => domain !== 'zone');
      return [...zones, ...wanted];
    }
    const people = all.filter(({ domain }) => domain === 'person');
    const owned = new Set(
      people.flatMap(({ attributes }) => [attributes.source, attributes.device_trackers].flat()),
    );
    const trackers = all.filter(({ domain, entity_id: id }) => domain === 'device_tracker' && !owned.has(id));
    return [...zones, ...people, ...trackers];
  }

  /** Circles around the home at round distances. */
  private rings(plan: MapPlan): TemplateResult | typeof nothing {
    const { home, size } = this;
    const center = home.entity('zone.home');
    const point = center && pointOf(center);
    if (point === undefined) return nothing;
    const { x, y } = plan.place(point);
    const unit = unitFor(home, STEP * 2 * plan.scale).metres;
    const metres = roundLength((Math.min(size.width, size.height) / 3) * (plan.scale / unit)) * unit;
    const radii = ringsAround({ x, y }, metres / plan.scale, size);
    return svg`${radii.map(
      (r) => svg`<circle class="map-ring" cx=${x} cy=${y} r=${r}></circle>
        <text class="map-quiet" x=${x} y=${y - r - 3} text-anchor="middle">${distance(home, r * plan.scale)}</text>`,
    )}`;
  }

  private zone({ entity, mark: { x, y, radius } }: Spot): TemplateResult {
    return svg`<circle class="map-zone" cx=${x} cy=${y} r=${Math.max(radius, 5)} @click=${() => openEntity(this, entity.entity_id)}></circle>`;
  }

  /** Where what moves came from. */
  private trailLines(plan: MapPlan): TemplateResult {
    return svg`${[...this.trails].map(([id, points]) => {
      const line = points.map((point) => plan.place(point));
      const domain = this.home.entity(id)?.domain;
      return svg`<polyline class="map-trail" data-domain=${domain ?? ''} points=${line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}></polyline>`;
    })}`;
  }

  /** Persons and devices, and the names of all, of which none covers another one. */
  private spots(zones: readonly Spot[], others: readonly Spot[]): TemplateResult {
    const marks = spreadMarks(others.map(({ mark }) => mark));
    const labels = placeLabels([
      ...others.map(({ entity, mark }, at) => {
        const { x, y } = marks[at] ?? mark;
        return { x, y: y > mark.y + 1 ? y + 25 : y - 15, text: shortened(nameOf(entity)) };
      }),
      ...zones.map(({ entity, mark: { x, y, radius } }) => ({
        ...{ x, y: y + Math.max(radius, 5) + 14, text: shortened(nameOf(entity)) },
      })),
    ]);
    return svg`${others.map(({ entity, mark }, at) => {
      const { x, y } = marks[at] ?? mark;
      return svg`<g class="map-spot" data-domain=${entity.domain} @click=${() => openEntity(this, entity.entity_id)}>
        ${mark.radius > 12 ? svg`<circle class="map-blur" cx=${mark.x} cy=${mark.y} r=${mark.radius}></circle>` : nothing}
        <circle class="map-person" cx=${x} cy=${y} r="11"></circle>
        <text class="map-letter" x=${x} y=${y + 4} text-anchor="middle">${[...nameOf(entity)][0]?.toUpperCase() ?? ''}</text></g>`;
    })}
    ${labels.map((label) => label && svg`<text class="map-name" x=${label.x} y=${label.y} text-anchor="middle">${label.text}</text>`)}`;
  }

  private scaleBar(plan: MapPlan): TemplateResult {
    const { width, height } = this.size;
    const unit = unitFor(this.home, BAR * plan.scale).metres;
    const metres = roundLength((BAR * plan.scale) / unit) * unit;
    const length = metres / plan.scale;
    return svg`<path class="map-scale" d=${`M10 ${height - 14}v4h${length.toFixed(1)}v-4`}></path>
      <text class="map-quiet" x=${length + 16} y=${height - 9}>${distance(this.home, metres)}</text>
      <text class="map-quiet" x=${width - 10} y=${height - 9} text-anchor="end">${say('direction.0')} ↑</text>`;
  }

  /** The same places in words. */
  private list(shown: readonly Entity[]): TemplateResult {
    const rows = shown.filter(({ domain }) => domain !== 'zone').slice(0, MAX_ROWS);
    return html`<ul class="rows home-map-list">${rows.map((entity) => {
      const words = this.wordsOf(entity);
      return html`<li class="row"><button type="button" class="link row-main" @click=${() => openEntity(this, entity.entity_id)}>${nameOf(entity)}</button>
        <span class="row-value">${stateText(entity, this.home)}${words === undefined ? nothing : html`<small class="hint"> · ${words}</small>`}</span></li>`;
    })}</ul>`;
  }

  private wordsOf(entity: Entity): string | undefined {
    const home = this.home.entity('zone.home');
    const [point, homePoint] = [pointOf(entity), home && pointOf(home)];
    if (point === undefined || home === undefined || homePoint === undefined) return undefined;
    if (entity.state === 'home') return undefined;
    return wayText(this.home, { home, homePoint, point, isHome: false });
  }
}

function spotsOf(plan: MapPlan, entities: readonly Entity[]): readonly Spot[] {
  return entities.flatMap((entity) => {
    const point = pointOf(entity);
    return point === undefined ? [] : [{ entity, mark: plan.place(point) }];
  });
}

function placeText({ entity_id: id, attributes: { latitude, longitude } }: Entity): string {
  return `${id} ${String(latitude)} ${String(longitude)}`;
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
