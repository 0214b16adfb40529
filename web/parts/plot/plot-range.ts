/** The lengths of time that can be chosen, in milliseconds. */
export const SPANS = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
} as const;

export type Span = keyof typeof SPANS;

/** What a plot shows, in milliseconds since 1970. */
export interface PlotRange {
  readonly from: number;
  readonly to: number;
  /** Whether it ends now, and moves on. */
  readonly isLive: boolean;
}

const SHORTEST = 10_000;
const LONGEST = 10 * SPANS.year;

/** The last hour, day, … until now. */
export function liveRange(length: number, now: number): PlotRange {
  return { from: now - length, to: now, isLive: true };
}

/** The range a share of its length later, or earlier; it does not reach beyond now. */
export function moved({ from, to }: PlotRange, share: number, now: number): PlotRange {
  const length = to - from;
  const end = to + share * length;
  return end >= now ? liveRange(length, now) : { from: end - length, to: end, isLive: false };
}

/** The range made longer (above 1) or shorter around a time. */
export function zoomed({ from, to }: PlotRange, factor: number, around: number, now: number): PlotRange {
  const length = Math.min(Math.max((to - from) * factor, SHORTEST), LONGEST);
  const share = (around - from) / (to - from);
  return chosen(around - share * length, around + (1 - share) * length, now);
}

/** A range that a user chose. */
export function chosen(from: number, to: number, now: number): PlotRange {
  const end = Math.min(Math.max(to, from + SHORTEST), now);
  const length = Math.max(end - from, SHORTEST);
  // A range that nearly ends now is meant to follow it.
  return end >= now - length / 100 ? liveRange(length, now) : { from, to: from + length, isLive: false };
}

/** The chosen length of time that a range has, if it has one. */
export function spanOf({ from, to }: PlotRange): Span | undefined {
  return (Object.keys(SPANS) as Span[]).find((span) => Math.abs(SPANS[span] - (to - from)) < 1000);
}
