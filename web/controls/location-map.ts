import { html, nothing, svg, type TemplateResult } from 'lit';
import { locale } from '../app/preferences.ts';
import { type Entity, nameOf, numberOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { type MapPlan, type Point, planMap, roundLength, wayTo } from './map-plan.ts';

const [WIDTH, HEIGHT] = [320, 190];
/** The map is above, the scale below. */
const FOOT_LINE = 172;
const BAR = 80;
const MILE = 1609.344;
const FOOT = 0.3048;

/**
 * The location of a person or device relative to the home and nearby zones, as a map to scale and as text.
 */
export function locationMap(store: HomeStore, entity: Entity): TemplateResult | typeof nothing {
  const point = pointOf(entity);
  const home = store.entity('zone.home');
  const homePoint = home === undefined ? undefined : pointOf(home);
  if (point === undefined || home === undefined || homePoint === undefined) return nothing;
  const plan = planMap([homePoint, point], WIDTH, FOOT_LINE);
  const isZone = entity.domain === 'zone';
  const zones = zonesIn(store, plan);
  const people = isZone ? peopleIn(store, plan) : [];
  const words = wayText(store, { home, homePoint, point, isHome: entity.entity_id === home.entity_id });
  return html`<figure class="map">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}>
      ${zones.map((zone) => zoneMark(plan, zone, zone.entity_id === entity.entity_id))}
      ${people.map((person) => personMark(plan, person))} ${isZone ? nothing : personMark(plan, entity)}
      ${scaleBar(store, plan)}
    </svg>
    <figcaption class="hint">${words}</figcaption>
  </figure>`;
}

function zonesIn(home: HomeStore, plan: MapPlan): Entity[] {
  return [...home.all()].filter((entity) => entity.domain === 'zone' && isInside(plan, entity));
}

function peopleIn(home: HomeStore, plan: MapPlan): Entity[] {
  return [...home.all()].filter((entity) => entity.domain === 'person' && isInside(plan, entity));
}

function isInside(plan: MapPlan, entity: Entity): boolean {
  const point = pointOf(entity);
  if (point === undefined) return false;
  const { x, y } = plan.place(point);
  return x > 0 && x < WIDTH && y > 0 && y < FOOT_LINE;
}

function zoneMark(plan: MapPlan, zone: Entity, isChosen: boolean): TemplateResult | typeof nothing {
  const point = pointOf(zone);
  if (point === undefined) return nothing;
  const { x, y, radius } = plan.place(point);
  const size = Math.max(radius, 5);
  return svg`<circle class="map-zone" ?data-chosen=${isChosen} cx=${x} cy=${y} r=${size}></circle>
    ${label(nameOf(zone), x, y + size + 12)}`;
}

function personMark(plan: MapPlan, person: Entity): TemplateResult | typeof nothing {
  const point = pointOf(person);
  if (point === undefined) return nothing;
  const { x, y, radius } = plan.place(point);
  return svg`<circle class="map-blur" cx=${x} cy=${y} r=${Math.max(radius, 8)}></circle>
    <circle class="map-person" cx=${x} cy=${y} r="5"></circle>${label(nameOf(person), x, y - Math.max(radius, 8) - 4)}`;
}

/** A label near its mark, kept inside the drawing. */
function label(text: string, x: number, y: number): TemplateResult {
  const anchor = x < 60 ? 'start' : x > WIDTH - 60 ? 'end' : 'middle';
  return svg`<text x=${Math.min(Math.max(x, 6), WIDTH - 6)} y=${Math.min(Math.max(y, 12), FOOT_LINE - 2)} text-anchor=${anchor}>${
    text.length > 24 ? `${text.slice(0, 23)}…` : text
  }</text>`;
}

function scaleBar(home: HomeStore, plan: MapPlan): TemplateResult {
  const longest = BAR * plan.scale;
  const unit = unitFor(home, longest);
  const length = (roundLength(longest / unit.metres) * unit.metres) / plan.scale;
  const y = HEIGHT - 8;
  return svg`<path class="map-scale" d=${`M8 ${y - 4}v4h${length.toFixed(1)}v-4`}></path>
    <text class="map-quiet" x=${length + 14} y=${y}>${distance(home, roundLength(longest / unit.metres) * unit.metres)}</text>
    <text class="map-quiet" x=${WIDTH - 8} y="14" text-anchor="end">${say('direction.0')} ↑</text>`;
}

interface Ways {
  readonly home: Entity;
  readonly homePoint: Point;
  readonly point: Point;
  readonly isHome: boolean;
}

/** Where a spot is as seen from the home, in words. */
export function wayText(store: HomeStore, { home, homePoint, point, isHome }: Ways): string {
  const name = nameOf(home);
  const { metres, direction } = wayTo(homePoint, point);
  if (isHome || metres <= homePoint.radius) return say('control.at_home', { name });
  const eighth = String(direction) as '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';
  return say('control.from_home', {
    name,
    distance: distance(store, metres),
    direction: say(`direction.of_${eighth}`),
  });
}

/** The unit for a distance in meters, as the home measures. */
export function unitFor(home: HomeStore, metres: number): { readonly name: string; readonly metres: number } {
  if (home.home?.unit_system === 'us_customary')
    return metres < MILE ? { name: 'ft', metres: FOOT } : { name: 'mi', metres: MILE };
  return metres < 1000 ? { name: 'm', metres: 1 } : { name: 'km', metres: 1000 };
}

/** A distance in meters, as the home measures. */
export function distance(home: HomeStore, metres: number): string {
  const { name, metres: one } = unitFor(home, metres);
  const count = metres / one;
  const digits = count < 10 && one >= 1000 ? 1 : 0;
  return `${count.toLocaleString(locale(), { maximumFractionDigits: digits })} ${name}`;
}

/** Where an entity is, as far as its attributes say. */
export function pointOf(entity: Entity): Point | undefined {
  const latitude = numberOf(entity, 'latitude');
  const longitude = numberOf(entity, 'longitude');
  if (latitude === undefined || longitude === undefined) return undefined;
  const radius = numberOf(entity, entity.domain === 'zone' ? 'radius' : 'gps_accuracy') ?? 0;
  return { latitude, longitude, radius: Math.max(0, radius) };
}
