import { z } from 'zod';
import { plainNumbers } from '../../../core/json.ts';
import { issuesText } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import { readJson } from '../client/payload-json.ts';
import { pythonText } from '../schema/config-values.ts';

/** More relays, switches or buttons than any device has. */
const MAX_LIST_LENGTH = 64;
const MAX_TEXT_LENGTH = 255;

function read<T>(error: string, of: (raw: unknown) => T | undefined): z.ZodType<T> {
  return z.unknown().transform((raw, context) => {
    const value = of(raw);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', message: error, input: raw });
    return z.NEVER;
  });
}

/** Text; numbers and truth values are written as Python does. */
const text = read(schemaError('expects_text'), (raw) => limited(pythonText(raw)));
const name = read(schemaError('expects_text_or_null'), (raw) =>
  raw === null ? null : limited(pythonText(raw)),
);

/** A whole number, also as text and out of a fraction, within bounds. */
function whole(low: number, high: number): z.ZodType<number> {
  return read(schemaError('expects_whole_number_from_to', { min: low, max: high }), (raw) => {
    if (typeof raw === 'string' && !/^\s*[-+]?\d+\s*$/.test(raw)) return undefined;
    if (typeof raw !== 'number' && typeof raw !== 'string' && typeof raw !== 'boolean') return undefined;
    const number = Math.trunc(Number(raw));
    return number >= low && number <= high ? number : undefined;
  });
}

const bit = whole(0, 1);
const count = whole(0, 2 ** 31);

/** A list; any other value becomes a list of one, null an empty one. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  const wrapped = (raw: unknown): unknown => (raw === null ? [] : Array.isArray(raw) ? raw : [raw]);
  return z.preprocess(wrapped, z.array(item).max(MAX_LIST_LENGTH)) as z.ZodType<T[]>;
}

const options = z.looseObject({
  // The option numbers are Tasmota's own (`SetOption`).
  '11': bit,
  '13': bit,
  '17': bit,
  '20': bit,
  '30': bit,
  '68': bit,
  '73': bit,
  '82': bit,
  '114': bit.default(0),
  '117': bit.default(0),
});

/** A Tasmota device's announcement at `tasmota/discovery/<mac>/config`. */
const Announcement = z.object({
  ver: z.literal(1),
  mac: text,
  ip: text,
  /** The name of the device, and those of its relays. */
  dn: text,
  fn: listOf(name),
  hn: text,
  md: text,
  sw: text,
  /** The device's topic, its full topic pattern and the prefixes for command, status and telemetry. */
  t: text,
  ft: text,
  tp: z.tuple([text, text, text]).rest(text),
  ofln: text,
  onln: text,
  /** Its payloads for off, on, toggle and hold. */
  state: z.tuple([text, text]).rest(text),
  /** Per relay: 0 none, 1 relay, 2 light, 3 shutter. */
  rl: listOf(count),
  /** Per switch: its mode, -1 for none; and its name. */
  swc: listOf(z.int()),
  swn: listOf(name).default([]),
  btn: listOf(count),
  so: options,
  /** Whether the color and the white of a lamp are one light. */
  lk: bit,
  /** 0 none, 1 dimmer, 2 white tones, 3 color, 4 color and white, 5 color and white tones. */
  lt_st: whole(0, 5),
  /** Whether a second chip controls the light (TuyaMCU). */
  ty: bit,
  /** Whether it is a ceiling fan. */
  if: bit.default(0),
  cam: bit.default(0),
  /** Whether it runs on a battery. */
  bat: count.default(0),
  /** Whether it is in deep sleep between reports and thus has no availability. */
  dslp: count.default(0),
  /** Per shutter: 1 for an inverted one, and lowest tilt, highest tilt and tilt duration. */
  sho: listOf(count).default([]),
  sht: listOf(z.array(z.int())).default([]),
});

/** A device as it announces itself. */
export type Announcement = z.infer<typeof Announcement>;

const Sensors = z.object({ ver: z.literal(1).optional(), sn: z.record(z.string(), z.unknown()) });

/** Parses an announcement; returns a text that names the problem of an invalid one. */
export function readAnnouncement(payload: string | undefined): Announcement | string {
  return readAs(Announcement, payload);
}

/** Parses the initial report of its sensors: their names and readings. */
export function readSensors(payload: string | undefined): Readonly<Record<string, unknown>> | string {
  const sensors = readAs(Sensors, payload);
  return typeof sensors === 'string' ? sensors : sensors.sn;
}

function readAs<T>(schema: z.ZodType<T>, payload: string | undefined): T | string {
  const json = payload === undefined ? undefined : readJson(payload);
  if (json === undefined) return 'it is no JSON';
  const { success, data, error } = schema.safeParse(plainNumbers(json));
  if (success) return data;
  return issuesText(error.issues.slice(0, 1), plainNumbers(json));
}

function limited(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= MAX_TEXT_LENGTH ? value : undefined;
}
