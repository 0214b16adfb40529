import { Float } from '../../core/json.ts';
import { State, type StateFields } from '../../core/state.ts';
import { Datetime, PyDate } from '../../jinja/time/datetime.ts';
import { PyTime } from '../../jinja/time/time-of-day.ts';
import { Timedelta } from '../../jinja/time/timedelta.ts';
import { fixedZone, type Zone, zoneOf } from '../../jinja/time/zone.ts';
import type { Value } from '../../jinja/values/context.ts';
import { Bytes } from '../../jinja/values/objects.ts';
import { str } from '../../jinja/values/printing.ts';
import { Markup } from '../../jinja/values/protocol.ts';
import { Dict, isPlainDict, PySet, Tuple } from '../../jinja/values/values.ts';
import { StateValue } from '../../templates/state-value.ts';

/** Converts a state to its template value. */
export type Revive = (state: State) => Value;

const DEEPEST = 500;

/**
 * A template value as JSON text that restores the same value: floats remain floats, and tuples, sets, dicts
 * with non-text keys, bytes, dates, times, durations and states are supported. Plain JSON, except that an
 * object with one key starting with `$` is a tag. Values that cannot be restored, such as generators, become
 * their text.
 */
export function toTagged(value: Value): string {
  return JSON.stringify(encode(value, 0));
}

/** Restores a value. Throws for invalid text. */
export function fromTagged(text: string, revive: Revive): Value {
  return decode(JSON.parse(text), revive);
}

function encode(value: Value, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'string')
    return value ?? null;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $n: String(Object.is(value, -0) ? '-0' : value) };
  if (typeof value === 'bigint') return { $i: String(value) };
  if (depth > DEEPEST) throw new Error('A value nests too deep to be kept');
  const inner = (one: Value): unknown => encode(one, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  if (isPlainDict(value)) return encodeObject(value, inner);
  return encodeTagged(value, inner);
}

function encodeObject(value: Readonly<Record<string, Value>>, inner: (one: Value) => unknown): unknown {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.some(([key]) => key.startsWith('$') || key === '__proto__'))
    return { $o: entries.map(([key, one]) => [key, inner(one)]) };
  return Object.fromEntries(entries.map(([key, one]) => [key, inner(one)]));
}

function encodeTagged(value: object, inner: (one: Value) => unknown): unknown {
  if (value instanceof Float) return { $f: Object.is(value.value, -0) ? '-0' : String(value.value) };
  if (value instanceof Tuple) return { $t: [value.items.map(inner), value.fields ?? null, value.typeName] };
  if (value instanceof PySet) return { $s: [...value.entries.values()].map(inner) };
  if (value instanceof Dict)
    return { $d: [...value.entries.values()].map(([key, one]) => [inner(key), inner(one)]) };
  if (value instanceof Datetime) return { $dt: [String(value.wall), zoneText(value.zone), value.fold] };
  if (value instanceof PyDate) return { $da: String(value.wall) };
  if (value instanceof PyTime) return { $ti: [value.fields, zoneText(value.zone)] };
  if (value instanceof Timedelta) return { $td: String(value.micros) };
  if (value instanceof Markup) return { $m: value.value };
  if (value instanceof Bytes) return { $b: Buffer.from(value.data).toString('base64') };
  if (value instanceof StateValue) return { $st: fieldsOf(value.state) };
  if (value instanceof State) return { $rs: fieldsOf(value) };
  return str(value);
}

function fieldsOf(state: State): StateFields {
  const { entity_id, state: text, attributes, last_changed, last_reported, last_updated, context } = state;
  return { entity_id, state: text, attributes, last_changed, last_reported, last_updated, context };
}

/** An IANA name, or an offset from UTC in seconds. */
function zoneText(zone: Zone | undefined): string | number | null {
  return zone === undefined ? null : (zone.key ?? zone.offsetAt(0));
}

function zoneFrom(text: string | number | null): Zone | undefined {
  if (text === null) return undefined;
  return typeof text === 'string' ? zoneOf(text) : fixedZone(text);
}

type Json = null | boolean | number | string | Json[] | { readonly [key: string]: Json };
type Pairs = readonly (readonly [Json, Json])[];

function decode(json: Json, revive: Revive): Value {
  if (json === null || typeof json !== 'object') return json;
  const inner = (one: Json): Value => decode(one, revive);
  if (Array.isArray(json)) return json.map(inner);
  const [key] = Object.keys(json);
  if (key?.startsWith('$') === true) return decodeTag(key, json[key], { inner, revive });
  const result: Record<string, Value> = Object.create(null);
  for (const [name, one] of Object.entries(json)) result[name] = inner(one);
  return result;
}

/** Content that `encodeTagged` wrote under a tag is assumed to have its shape. */
function decodeTag(
  tag: string,
  content: unknown,
  { inner, revive }: { inner: (one: Json) => Value; revive: Revive },
): Value {
  switch (tag) {
    case '$n':
      return Number(content);
    case '$i':
      return BigInt(String(content));
    case '$f':
      return new Float(Number(content));
    case '$o': {
      const result: Record<string, Value> = Object.create(null);
      for (const [key, one] of content as Pairs) result[String(key)] = inner(one);
      return result;
    }
    case '$t': {
      const [items, fields, kind] = content as readonly [readonly Json[], readonly string[] | null, string];
      return new Tuple(items.map(inner), fields ?? undefined, kind);
    }
    case '$s':
      return new PySet((content as readonly Json[]).map(inner));
    case '$d': {
      const dict = new Dict();
      for (const [key, one] of content as Pairs) dict.set(inner(key), inner(one));
      return dict;
    }
    case '$dt': {
      const [wall, zone, fold] = content as readonly [string, string | number | null, number];
      return new Datetime(BigInt(wall), zoneFrom(zone), fold);
    }
    case '$da':
      return new PyDate(BigInt(String(content)));
    case '$ti': {
      const [fields, zone] = content as readonly [PyTime['fields'], string | number | null];
      return new PyTime(fields, zoneFrom(zone));
    }
    case '$td':
      return new Timedelta(BigInt(String(content)));
    case '$m':
      return new Markup(String(content));
    case '$b':
      return new Bytes(new Uint8Array(Buffer.from(String(content), 'base64')));
    case '$st':
      return revive(new State(content as StateFields));
    case '$rs':
      return new State(content as StateFields);
    default:
      throw new Error(`${tag} is no tag of a kept value`);
  }
}
