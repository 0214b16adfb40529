import { domainOf, objectIdOf } from '../core/entity-id.ts';
import type { State } from '../core/state.ts';
import { isSameJson } from '../core/state-machine.ts';
import { Datetime } from '../jinja/time/datetime.ts';
import { UTC, zoneOf } from '../jinja/time/zone.ts';
import type { Value } from '../jinja/values/context.ts';
import { roundDigits } from '../jinja/values/number.ts';
import { parseFloatText } from '../jinja/values/number-text.ts';
import { str } from '../jinja/values/printing.ts';
import { type Key, PyObject } from '../jinja/values/py-object.ts';
import { attributesOf } from './attributes.ts';
import type { TemplateHost } from './host.ts';

/** Attributes that make the render depend on the entity when they are read. */
const TRACKED: ReadonlySet<string> = new Set([
  ...['state', 'attributes', 'last_changed', 'last_reported', 'last_updated', 'context', 'domain'],
  ...['object_id', 'name', 'state_with_unit'],
]);

/** A state as a template value. */
export class StateValue extends PyObject {
  readonly state: State;
  private readonly host: TemplateHost;
  private readonly tracked: boolean;

  constructor(state: State, host: TemplateHost, tracked = true) {
    super();
    this.state = state;
    this.host = host;
    this.tracked = tracked;
  }

  override get typeName(): string {
    return this.tracked ? 'TemplateState' : 'TemplateStateFromEntityId';
  }

  /** Records the entity as read, unless its whole domain is. */
  note(): void {
    if (this.tracked) this.host.reads.entities.add(this.state.entity_id);
  }

  override attribute(name: string): Value {
    const { state } = this;
    if (TRACKED.has(name)) this.note();
    switch (name) {
      case 'entity_id':
        return state.entity_id;
      case 'state':
        return state.state;
      case 'attributes':
        return attributesOf(state);
      case 'domain':
        return domainOf(state.entity_id);
      case 'object_id':
        return objectIdOf(state.entity_id);
      case 'name':
        return nameOf(state);
      case 'state_with_unit':
        return formatState(this.host, state, true, true);
      case 'last_changed':
        return datetimeOf(state.last_changed);
      case 'last_updated':
        return datetimeOf(state.last_updated);
      case 'last_reported':
        return datetimeOf(state.last_reported);
      case 'context':
        return state.context;
      default:
        return undefined;
    }
  }

  override item(key: Value): Value {
    return typeof key === 'string' ? this.attribute(key) : undefined;
  }

  override repr(): string {
    this.note();
    const { state } = this;
    const attributes = Object.entries(state.attributes).map(([name, value]) => `${name}=${str(value)}`);
    const zone = zoneOf(this.host.home.home.facts.time_zone);
    const changed = datetimeOf(state.last_changed).inZone(zone).iso();
    const last = attributes.length === 0 ? '' : `; ${attributes.join(', ')}`;
    return `<template TemplateState(<state ${state.entity_id}=${state.state}${last} @ ${changed}>)>`;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof StateValue)) return false;
    this.note();
    const [a, b] = [this.state, other.state];
    return (
      a === b ||
      (a.entity_id === b.entity_id && a.state === b.state && isSameJson(a.attributes, b.attributes))
    );
  }

  override hash(): Key {
    return `\0S${this.state.entity_id}`;
  }
}

/** A state at the time of an occurrence, as in trigger variables. Reads are not recorded. */
export class PastState extends StateValue {
  constructor(state: State, host: TemplateHost) {
    super(state, host, false);
  }

  override get typeName(): string {
    return 'State';
  }

  override repr(): string {
    return super.repr().replace(/^<template TemplateState\(([\s\S]*)\)>$/, '$1');
  }

  override json(): Value {
    return this.state.toJSON();
  }
}

/** The displayed name: the friendly name, or the words of the ID. */
export function nameOf(state: State): string {
  const name = state.attributes.friendly_name;
  return typeof name === 'string' && name !== '' ? name : objectIdOf(state.entity_id).replaceAll('_', ' ');
}

/** A timestamp as a UTC datetime. */
export function datetimeOf(point: number): Datetime {
  return Datetime.at(BigInt(Math.round(point * 1000)), UTC);
}

/** The state text, optionally with the unit, and for sensors rounded to the registry's display precision. */
export function formatState(host: TemplateHost, state: State, rounded: boolean, withUnit: boolean): string {
  const text = rounded ? roundedState(host, state) : state.state;
  const unit = state.attributes.unit_of_measurement;
  return withUnit && typeof unit === 'string' && unit !== '' ? `${text} ${unit}` : text;
}

function roundedState(host: TemplateHost, { entity_id, state }: State): string {
  const options = domainOf(entity_id) === 'sensor' ? host.entry(entity_id)?.options.sensor : undefined;
  const digits = options?.display_precision ?? options?.suggested_display_precision;
  const number = parseFloatText(state);
  if (typeof digits !== 'number' || number === undefined || !Number.isFinite(number)) return state;
  const text = roundDigits(number, digits).toFixed(Math.max(0, digits));
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
