import { Float } from '../../core/json.ts';
import type { YamlValue } from './scalar.ts';

/** Keys of maps in which the order of entries matters. */
export type OrderedKeys = ReadonlySet<string>;

/** Whether two configuration values are equal: 21 equals 21.0, and the order of most keys does not matter. */
export function sameValue(a: YamlValue, b: YamlValue, ordered: OrderedKeys = new Set()): boolean {
  return canonical(a, ordered) === canonical(b, ordered);
}

/** A canonical text that is the same exactly for equal values; `key` is the key of the value. */
export function canonical(value: YamlValue, ordered: OrderedKeys, key = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, ordered)).join(',')}]`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Float) return String(value.value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value);
  if (!ordered.has(key)) names.sort();
  const map = value as Readonly<Record<string, YamlValue>>;
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(map[name], ordered, name)}`).join(',')}}`;
}

/** One step between two lists, with indexes in each; items are inserted before the one at `from`. */
export interface Step {
  readonly kind: 'change' | 'remove' | 'insert';
  readonly from: number;
  readonly to: number;
}

/** The steps from one list to another, keeping most of the equal items (by longest common subsequence). */
export function align(now: readonly string[], then: readonly string[]): Step[] {
  const lengths = commonLengths(now, then);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  const finishRun = (untilI: number, untilJ: number): void => {
    while (i < untilI && j < untilJ) steps.push({ kind: 'change', from: i++, to: j++ });
    while (i < untilI) steps.push({ kind: 'remove', from: i++, to: j });
    while (j < untilJ) steps.push({ kind: 'insert', from: i, to: j++ });
  };
  let [a, b] = [0, 0];
  while (a < now.length && b < then.length) {
    if (now[a] === then[b]) {
      finishRun(a, b);
      [i, j] = [++a, ++b];
    } else if ((lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0)) a += 1;
    else b += 1;
  }
  finishRun(now.length, then.length);
  return steps;
}

/** The maximum size of the table; longer lists are matched greedily. */
const MAX_CELLS = 1_000_000;

function commonLengths(now: readonly string[], then: readonly string[]): readonly Uint32Array[] {
  if (now.length * then.length > MAX_CELLS) return [];
  const lengths = Array.from({ length: now.length + 1 }, () => new Uint32Array(then.length + 1));
  for (let a = now.length - 1; a >= 0; a -= 1) {
    const [row, next] = [lengths[a] as Uint32Array, lengths[a + 1] as Uint32Array];
    for (let b = then.length - 1; b >= 0; b -= 1) {
      row[b] = now[a] === then[b] ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0);
    }
  }
  return lengths;
}
