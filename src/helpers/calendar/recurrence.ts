import { partsOf, type RuleParts, ruleText } from './recurrence-rule.ts';

/** The times of a rule. They are times on a clock, told in milliseconds as if that clock showed UTC: summer time never moves them. */
export interface Recurrence {
  /** Those within the span, both ends included, up to `most`. */
  between(from: number, to: number, most: number): readonly number[];
  /** The first at or after a time; null when none comes, or none within reach. */
  next(from: number): number | null;
  /** The last before a time. */
  lastBefore(time: number): number | null;
}

/** Makes the times of a rule that starts at a time. */
export type MakeRecurrence = (rule: string, start: number) => Recurrence;

/** How far is looked at a time. */
const STRIDE = 60 * 86_400_000;
/** Rules that match nothing, such as the 30th of February, are given up after so many steps. */
const MOST_STEPS = 4000;

/** Loads what computes the times; a home without series does without it. */
export async function loadRecurrences(): Promise<MakeRecurrence> {
  const { RRuleTemporal } = await import('rrule-temporal');
  return (rule, start) => {
    const text = `DTSTART:${utcText(start)}\nRRULE:${ruleText(inUtc(partsOf(rule)))}`;
    const times = new RRuleTemporal({ rruleString: text, maxIterations: MOST_STEPS, cache: false });
    const next = (from: number): number | null =>
      orNull(() => times.next(new Date(from), true)?.epochMilliseconds ?? null);
    return {
      next,
      lastBefore: (time) => orNull(() => times.previous(new Date(time), false)?.epochMilliseconds ?? null),
      between: (from, to, most) => {
        const found: number[] = [];
        let at: number | null = from;
        while (at !== null && at <= to && found.length < most) {
          const end: number = Math.min(to, at + STRIDE);
          for (const one of times.between(new Date(at), new Date(end), true))
            found.push(one.epochMilliseconds);
          at = end < to ? next(end + 1) : null;
        }
        return found.slice(0, most);
      },
    };
  };
}

/** The library throws where a rule leads nowhere within its bounds. */
function orNull(find: () => number | null): number | null {
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
