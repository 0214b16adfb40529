import type { LongTrace } from '../../../server/items.ts';
import { hasFailed } from './item-parts.ts';

/** One execution of a step on the time axis of its run. */
export interface Bar {
  readonly path: string;
  /** Seconds since the run started. */
  readonly start: number;
  /** In seconds; undefined while it is executed. */
  readonly duration: number | undefined;
  readonly failed: boolean;
}

/** The executed steps of a run in time order, and how long the run took or has taken, in seconds. */
export function timelineOf(
  { trace, timestamp, state, last_step: last }: LongTrace,
  now: number,
): { readonly bars: readonly Bar[]; readonly length: number } {
  const begin = Date.parse(timestamp.start);
  const end = timestamp.finish === null ? now : Date.parse(timestamp.finish);
  const length = Math.max((end - begin) / 1000, 0.001);
  const bars = Object.entries(trace)
    .flatMap(([path, visits]) =>
      visits.map((step, at): Bar => {
        const start = Math.max(0, (Date.parse(step.timestamp) - begin) / 1000);
        const isOpen = state !== 'stopped' && path === last && at === visits.length - 1;
        const duration = isOpen ? undefined : Math.min(step.duration ?? 0, Math.max(0, length - start));
        return { path, start, duration, failed: hasFailed(step) };
      }),
    )
    .sort((a, b) => a.start - b.start);
  return { bars, length };
}
