import { partsOf, type RuleParts, ruleText } from './recurrence-rule.ts';

/** The times of a rule. They are times on a clock, told in milliseconds as if that clock showed UTC: summer time never moves them. */
export interface Recurrence {
  /** Those within the span, both ends included, in order; worked out as they are taken. */
  between(from: number, to: number): Iterable<number>;
  /** The first at or after a time; null when none comes, or none within reach. */
  next(from: number): number | null;
  /** The last before a time. */
  lastBefore(time: number): number | null;
}

/** Makes the times of a rule that starts at a time. */
export type MakeRecurrence = (rule: string, start: number) => Recurrence;

/** How far is looked at first, and at most: further where there is little. */
const STRIDE = 60 * 86_400_000;
const WIDEST_STRIDE = 100 * STRIDE;
const LITTLE = 50;
/** Rules that match nothing, such as the 30th of February, are given up after so many steps; those that count may have as many times. */
const MOST_STEPS = 4000;

/** Loads what computes the times; a home without series does without it. */
export async function loadRecurrences(): Promise<MakeRecurrence> {
  const { RRuleTemporal } = await import('rrule-temporal');
  return (rule, start) => {
    const parts = partsOf(rule);
    const text = `DTSTART:${utcText(start)}\nRRULE:${ruleText(inUtc(parts))}`;
    const maxIterations = MOST_STEPS + Number(parts.COUNT ?? 0);
    const times = new RRuleTemporal({ rruleString: text, maxIterations, cache: false });
    const next = (from: number): number | null =>
      orNull(() => times.next(new Date(from), true)?.epochMilliseconds ?? null);
    const within = (from: number, to: number) => times.between(new Date(from), new Date(to), true);
    return {
      next,
      lastBefore: (time) => orNull(() => times.previous(new Date(time), false)?.epochMilliseconds ?? null),
      between: function* (from, to) {
        let stride = STRIDE;
        let at = next(from);
        while (at !== null && at <= to) {
          const begin = at;
          const end: number = Math.min(to, begin + stride);
          const found = orNull(() => within(begin, end)) ?? [];
          for (const one of found) yield one.epochMilliseconds;
          stride = found.length < LITTLE ? Math.min(2 * stride, WIDEST_STRIDE) : STRIDE;
          at = end < to ? next(end + 1) : null;
        }
      },
    };
  };
}

/** The library throws where a rule leads nowhere within its bounds. */
function orNull<T>(find: () => T | null): T | null {
  try {
    return find();
  } catch {
    return null;
  }
}

/** A last moment has to be told in the zone of the start. */
function inUtc(parts: RuleParts): RuleParts {
  const { UNTIL: until } = parts;
  if (until === undefined) return parts;
  return { ...parts, UNTIL: until.length === 8 ? `${until}T000000Z` : `${until}Z` };
}

function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '')}Z`;
}
