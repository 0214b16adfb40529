import { z } from 'zod';
import type { MessageKey } from './messages.ts';
import { schemaError } from './schema-error.ts';

/** A block of settings: leaves and nested blocks. Each leaf describes its valid values. */
export interface SettingsBlock {
  readonly [key: string]: z.ZodType | SettingsBlock;
}

/** The values parsed by the schemas of a block. */
export type SettingsValues<T> = {
  readonly [K in keyof T]: T[K] extends z.ZodType<infer Output> ? Output : SettingsValues<T[K]>;
};

/** A part of `hearth.yaml` in Home Assistant's own form, for the part that understands it. */
export interface RawSection {
  readonly value: unknown;
  /** The location of a value, for messages: `hearth.yaml:12`. The path is relative to the section. */
  place(path?: readonly (string | number)[]): string;
}

/** An item of a section, whichever file it is in. */
export interface SectionItem {
  /** Its key, in a section that has one for each item. */
  readonly key: string | undefined;
  readonly value: unknown;
  /** The location of a value, for messages; the path is relative to the item. */
  place(path?: readonly (string | number)[]): string;
}

/** A TCP port; 0 selects a free one. */
export function portSetting(standard: number): z.ZodDefault<z.ZodInt> {
  return countSetting(0, 65535).default(standard);
}

/** A whole number between two bounds. */
export function countSetting(least: number, max: number): z.ZodInt {
  const expected = schemaError('expects_whole_number_from_to', { min: least, max });
  return z.int(expected).min(least, expected).max(max, expected);
}

/** A text that passes a check; `expected` is the message that describes valid texts. */
export function textSetting(check: (value: string) => boolean, expected: MessageKey): z.ZodString {
  const error = schemaError(expected);
  return z.string(error).refine(check, error);
}

/** `true` or `false`. */
export function switchSetting(standard: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean(schemaError('expects_boolean')).default(standard);
}

/** One text or a list of texts, as Home Assistant accepts them. */
export function texts(expected: MessageKey) {
  return z
    .union([z.string(), z.array(z.string())], schemaError(expected))
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .default([]);
}
