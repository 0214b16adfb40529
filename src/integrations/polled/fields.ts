import { z } from 'zod';
import { parseBoolean } from '../../core/coerce.ts';
import { messageOf } from '../../core/errors.ts';
import { schemaError } from '../../core/schema-error.ts';
import { binarySensorDomain } from '../../domains/binary-sensor/binary-sensor.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import { parse } from '../../jinja/syntax/parser.ts';
import { str } from '../../jinja/values/printing.ts';
import { readJsonPath } from './json-path.ts';

/** Text; numbers and booleans stand for themselves. */
export const text: z.ZodType<string> = z.unknown().transform((raw, context) => {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return str(raw);
  context.issues.push({ code: 'custom', message: schemaError('expects_text'), input: raw });
  return z.NEVER;
});

/** A template, as text. */
export const template: z.ZodType<string> = text.refine(isTemplate, {
  error: (issue) => schemaError('expects_valid_template', { reason: problemOf(String(issue.input)) }),
});

function isTemplate(source: string): boolean {
  return problemOf(source) === '';
}

function problemOf(source: string): string {
  try {
    parse(source);
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

/** `true`, `false` and the words that stand for them. */
export const flag: z.ZodType<boolean> = z.unknown().transform((raw, context) => {
  const value = typeof raw === 'string' ? parseBoolean(raw) : raw;
  if (typeof value === 'boolean') return value;
  context.issues.push({ code: 'custom', message: schemaError('expects_boolean'), input: raw });
  return z.NEVER;
});

const MAX_SECONDS = 365 * 86_400;
const UNITS: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
  weeks: 604_800,
};

/** A time span in seconds: a number, `0:05:00`, or `minutes: 5`; at least a second. */
export const period: z.ZodType<number> = z.unknown().transform((raw, context) => {
  const seconds = secondsOf(raw);
  if (seconds !== undefined && seconds >= 1 && seconds <= MAX_SECONDS) return seconds;
  context.issues.push({ code: 'custom', message: schemaError('expects_positive_duration'), input: raw });
  return z.NEVER;
});

function secondsOf(raw: unknown): number | undefined {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'string') {
    if (/^\d{1,9}(?:\.\d{1,9})?$/.test(raw)) return Number(raw);
    const clock = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?$/.exec(raw);
    if (clock === null) return undefined;
    const [, hours = '0', minutes = '0', seconds = '0'] = clock;
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  let sum = 0;
  for (const [unit, count] of Object.entries(raw)) {
    const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
    const number = typeof count === 'string' && count.trim() !== '' ? Number(count) : count;
    if (factor === undefined || typeof number !== 'number' || !Number.isFinite(number)) return undefined;
    sum += factor * number;
  }
  return sum;
}

/** A time limit in whole seconds. */
export const timeLimit = z.coerce
  .number(schemaError('expects_whole_number_from_to', { min: 1, max: 300 }))
  .int(schemaError('expects_whole_number_from_to', { min: 1, max: 300 }))
  .min(1, schemaError('expects_whole_number_from_to', { min: 1, max: 300 }))
  .max(300, schemaError('expects_whole_number_from_to', { min: 1, max: 300 }));

/** A list of names, also as one text with commas. */
const names = z
  .union([z.string(), z.array(text)], schemaError('expects_texts'))
  .transform((given) => (typeof given === 'string' ? given.split(',').map((name) => name.trim()) : given));

/** A device class of a domain. */
export function deviceClass(classes: readonly string[]) {
  return z
    .string()
    .refine((name) => classes.includes(name), schemaError('expects_one_of', { words: classes.join(', ') }))
    .optional();
}

/** What all polled entities have. */
export const commonFields = {
  name: template.optional(),
  unique_id: text.optional(),
  icon: template.optional(),
  picture: template.optional(),
  availability: template.optional(),
} as const;

const attributeFields = {
  json_attributes: names.optional(),
  json_attributes_path: z
    .string()
    .refine((path) => readJsonPath(path) !== undefined, schemaError('expects_json_path'))
    .optional(),
} as const;

/** A sensor. */
export const sensorFields = {
  ...commonFields,
  ...attributeFields,
  value_template: template.optional(),
  device_class: deviceClass(sensorDomain.deviceClasses),
  state_class: z.enum(['measurement', 'measurement_angle', 'total', 'total_increasing']).optional(),
  unit_of_measurement: text.optional(),
  force_update: flag.default(false),
} as const;

/** A binary sensor. */
export const binarySensorFields = {
  ...commonFields,
  ...attributeFields,
  value_template: template.optional(),
  device_class: deviceClass(binarySensorDomain.deviceClasses),
  force_update: flag.default(false),
} as const;

/** What every polled entity has, after validation. */
export interface CommonConfig {
  readonly name?: string | undefined;
  readonly unique_id?: string | undefined;
  readonly icon?: string | undefined;
  readonly picture?: string | undefined;
  readonly availability?: string | undefined;
  readonly json_attributes?: readonly string[] | undefined;
  readonly json_attributes_path?: string | undefined;
  readonly device_class?: string | undefined;
}
