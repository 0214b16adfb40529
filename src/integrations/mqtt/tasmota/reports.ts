import type { ExactJson } from '../../../core/json.ts';
import { isJsonObject, type JsonObject, member } from '../client/payload-json.ts';
import type { ReadingContext } from '../entity/component.ts';
import { numberOf } from '../schema/config-values.ts';

export type Path = readonly (string | number)[];

/** The report a message carries; null, with a warning, if it carries none. */
export function reportOf({ message, warn }: ReadingContext): JsonObject | null {
  const json = message.json();
  return isJsonObject(json) ? json : warn('it is no JSON object');
}

/** The value at a path of a report; undefined if missing. */
export function at(report: ExactJson, path: Path): ExactJson | undefined {
  let value: ExactJson | undefined = report;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isJsonObject(value) ? member(value, step) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** The number at a path; undefined if there is none. */
export function numberAt(report: ExactJson, path: Path): number | undefined {
  const value = at(report, path);
  return value === undefined || value === null ? undefined : numberOf(value);
}

/** Whether a relay is on, by its payload in a report; the first may be unnumbered. */
export function powerIn(
  report: JsonObject,
  { relay, words: [off, on] }: { readonly relay: number; readonly words: readonly [string, string] },
): boolean | undefined {
  const plain = relay === 0 ? member(report, 'POWER') : undefined;
  const word = plain ?? member(report, `POWER${relay + 1}`);
  return word === on ? true : word === off ? false : undefined;
}
