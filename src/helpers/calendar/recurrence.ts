import { partsOf, type RuleParts, ruleText } from './recurrence-rule.ts';

/** The occurrences of a rule, as local times in milliseconds as if they were UTC: DST does not shift them. */
export interface Recurrence {
  /** The occurrences within a span, both ends included, in order; computed lazily. */
  between(from: number, to: number): Iterable<number>;
  /** The first occurrence at or after a time; null if there is none within reach. */
  next(from: number): number | null;
  /** The last occurrence before a time. */
  lastBefore(time: number): number | null;
}

/** Creates the recurrence of a rule with a start time. */
export type MakeRecurrence = (rule: string, start: number) => Recurrence;

/** The first and the largest span searched at a time; spans grow where occurrences are rare. */
const STRIDE = 60 * 86_400_000;
const WIDEST_STRIDE = 100 * STRIDE;
const LITTLE = 50;
/** Rules without occurrences, such as February 30, are given up after this many steps, plus COUNT. */
const MAX_STEPS = 4000;

/** Loads the recurrence library, which a home without series does not need. */
export async function loadRecurrences(): Promise<MakeRecurrence> {
  const { RRuleTemporal } = await import('rrule-temporal');
  return (rule, start) => {
    const parts = partsOf(rule);
    const text = `DTSTART:${utcText(start)}\nRRULE:${ruleText(inUtc(parts))}`;
    const maxIterations = MAX_STEPS + Number(parts.COUNT ?? 0);
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

/** The library throws if a rule finds nothing within its limits. */
function orNull<T>(find: () => T | null): T | null {
  try {
    return find();
  } catch {
    return null;
  }
}

/** UNTIL must be in the time zone of the start. */
function inUtc(parts: RuleParts): RuleParts {
  const { UNTIL: until } = parts;
  if (until === undefined) return parts;
  return { ...parts, UNTIL: until.length === 8 ? `${until}T000000Z` : `${until}Z` };
}

function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '')}Z`;
}
