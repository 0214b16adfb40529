import { z } from 'zod';
import { plainNumbers } from '../../../core/json.ts';
import { readJson } from '../payload-json.ts';

const numbers = z.array(z.number()).default([]);
const names = z.array(z.string().nullable()).default([]);

/** What a device with Tasmota says of itself under `tasmota/discovery/<mac>/config`. */
const Announcement = z.object({
  ver: z.literal(1),
  mac: z.string().regex(/^[0-9A-F]{12}$/i),
  ip: z.string().default(''),
  dn: z.string().default('Tasmota'),
  fn: names,
  hn: z.string().default(''),
  md: z.string().default(''),
  sw: z.string().default(''),
  /** The topic of the device, the pattern of its topics and the words for command, answer and report in it. */
  t: z.string().min(1),
  ft: z.string().min(1),
  tp: z.tuple([z.string().min(1), z.string().min(1), z.string().min(1)]),
  ofln: z.string().default('Offline'),
  onln: z.string().default('Online'),
  /** Its words for off and on. */
  state: z.array(z.string()).min(2),
  /** Per relay: 0 none, 1 relay, 2 light, 3 shutter. */
  rl: numbers,
  /** Per switch: its mode, -1 for none. */
  swc: numbers,
  swn: names,
  btn: numbers,
  so: z.record(z.string(), z.number()).default({}),
  /** Whether the channels of a lamp are one light. */
  lk: z.number().default(1),
  /** 0 none, 1 dimmer, 2 white tones, 3 colour, 4 colour and white, 5 colour and white tones. */
  lt_st: z.number().default(0),
  /** Whether it sleeps between reports: then nothing says that it is there. */
  dslp: z.number().default(0),
  sho: numbers,
  sht: z.array(numbers).default([]),
});

/** A device as it announces itself. */
export type Announcement = z.infer<typeof Announcement>;

const Sensors = z.object({ sn: z.record(z.string(), z.unknown()) });

/** Reads an announcement; a text says what is wrong with it. */
export function readAnnouncement(text: string | undefined): Announcement | string {
  return read(Announcement, text);
}

/** Reads what its sensors report at first: their names and readings. */
export function readSensors(text: string | undefined): Readonly<Record<string, unknown>> | string {
  const sensors = read(Sensors, text);
  return typeof sensors === 'string' ? sensors : sensors.sn;
}

function read<T>(schema: z.ZodType<T>, text: string | undefined): T | string {
  const json = text === undefined ? undefined : readJson(text);
  if (json === undefined) return 'it is no JSON';
  const { success, data, error } = schema.safeParse(plainNumbers(json));
  if (success) return data;
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it is no announcement'}`;
}
