import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { noDefault, typeError } from '../values/failure.ts';
import { float, floatOf, isNumeric } from '../values/number.ts';
import { repr } from '../values/printing.ts';
import { toArray } from '../values/protocol.ts';
import { Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

/** The items of a list or, if there are several, the arguments themselves. */
function operands(name: string, args: readonly Value[], context: RenderContext): readonly Value[] {
  const [first] = args;
  if (first === undefined) throw typeError(`${name} expected at least 1 argument, got 0`);
  return args.length === 1 ? toArray(first, context) : args;
}

/** A statistic of a list or of arguments; the argument after a list is the default. */
function statistic(name: string, run: (values: readonly Value[]) => Value): Callable {
  return callable(`${name}(*args, default=…)`, (context, rest, keyword) => {
    const args = rest as readonly Value[];
    const [first, second] = args;
    const isList = first !== undefined && typeof first !== 'string' && !isNumeric(first) && first !== null;
    const standard = keyword ?? (isList && args.length > 1 ? second : undefined);
    const values = isList ? toArray(first, context) : operands(name, args, context);
    const result = run(values);
    if (result !== undefined) return result;
    if (standard !== undefined) return standard;
    throw noDefault(name, repr(new Tuple(args)), context.source);
  });
}

function numbers(values: readonly Value[]): number[] | undefined {
  spend(values.length >> 2);
  const result = values.map((value) => (isNumeric(value) ? floatOf(value) : undefined));
  return result.includes(undefined) ? undefined : result.filter((value) => value !== undefined);
}

function average(values: readonly Value[]): Value {
  const all = numbers(values);
  if (all === undefined || all.length === 0) return undefined;
  return float(exactSum(all) / all.length);
}

/** An exact sum (Shewchuk's partial sums), like Python's `fsum`. */
export function exactSum(values: readonly number[]): number {
  const partials: number[] = [];
  for (const value of values) {
    spend(1 + partials.length);
    let x = value;
    let kept = 0;
    for (const partial of partials) {
      let y = partial;
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) {
        partials[kept] = low;
        kept += 1;
      }
      x = high;
    }
    partials.length = kept;
    partials.push(x);
  }
  return partials.reduceRight((total, part) => total + part, 0);
}

function median(values: readonly Value[]): Value {
  if (values.length === 0 || numbers(values) === undefined) return undefined;
  const sorted = [...values].sort((a, b) => {
    spend(1);
    return isNumeric(a) && isNumeric(b) ? floatOf(a) - floatOf(b) : 0;
  });
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (sorted.length % 2 === 1) return high;
  return isNumeric(low) && isNumeric(high) ? float((floatOf(low) + floatOf(high)) / 2) : undefined;
}

function mode(values: readonly Value[]): Value {
  const counts = new Map<string, { value: Value; count: number }>();
  for (const value of values) {
    spend(4);
    const key = repr(isNumeric(value) ? float(floatOf(value)) : value);
    const entry = counts.get(key) ?? { value, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  let best: { value: Value; count: number } | undefined;
  for (const entry of counts.values()) if (best === undefined || entry.count > best.count) best = entry;
  return best?.value;
}

/** Statistics, as both filters and functions. */
export const STATISTICS: readonly Callable[] = [
  statistic('average', average),
  statistic('median', median),
  statistic('statistical_mode', mode),
];
