import type { z } from 'zod';
import { isObject } from '../../core/coerce.ts';
import type { Log } from '../../core/log.ts';
import { issuesText } from '../../core/parse.ts';
import { isSecretKey } from '../../core/redact.ts';
import type { SectionItem } from '../../core/settings-block.ts';

type Path = readonly (string | number)[];

/** A part of the settings that is one entity, one resource or one action. */
export interface Written {
  readonly value: unknown;
  /** How the log names it: `rest sensor`. */
  readonly label: string;
  place(path?: Path): string;
}

/** The part at a path of an item. */
export function writtenAt(
  { place }: Pick<SectionItem, 'place'>,
  at: Path,
  part: Omit<Written, 'place'>,
): Written {
  return { ...part, place: (path = []) => place([...at, ...path]) };
}

/** Validates a part; each problem is logged with file, line and value, and the part is skipped. */
export function readWritten<T>(
  schema: z.ZodType<T>,
  { value, label, place }: Written,
  log: Log,
): T | undefined {
  const { success, data, error } = schema.safeParse(value ?? {});
  if (success) return data;
  for (const issue of error.issues) {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    log.error(`${place(path)}: ${label}: ${issuesText([issue], withoutSecrets(value))}`);
  }
  return undefined;
}

/** The items of a list, or the only one that stands for a list, with their paths. */
export function listed(value: unknown, at: Path): { readonly one: unknown; readonly path: Path }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ one: value, path: at }];
  return value.map((one, i) => ({ one, path: [...at, i] }));
}

const HIDDEN_KEYS: ReadonlySet<string> = new Set(['headers', 'params']);

function withoutSecrets(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecretKey(key) || HIDDEN_KEYS.has(key) ? '***' : one]),
  );
}
