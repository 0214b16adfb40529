import type { NewestStatesQuery, PastState } from '../../core/past-states.ts';
import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';

const HOUR = 3_600_000;

interface Reading {
  readonly samples: SampleStore;
  /** Resolves in a later tick of the thread. */
  readonly pause: () => Promise<void>;
}

/**
 * The newest states of an entity, oldest first. Ranges that double in length are read backwards in time until there
 * are enough, so that few states of a long history are read.
 */
export async function newestStates(
  { samples, pause }: Reading,
  { entityId, from, to, limit }: NewestStatesQuery,
): Promise<readonly PastState[]> {
  const ranges: PastState[][] = [];
  let found = 0;
  for (let end = to, length = HOUR; end > from && found < limit; length *= 2) {
    const start = Math.max(end - length, from);
    const range: PastState[] = [];
    for await (const part of samples.read({
      entityIds: [entityId],
      from: start,
      to: end,
      withAttributes: true,
    })) {
      for (const sample of part.samples)
        if (sample.changedAt === sample.at && sample.state !== null)
          range.push(stateOf(sample, sample.state));
      await pause();
    }
    ranges.push(range);
    found += range.length;
    end = start;
  }
  return ranges.reverse().flat().slice(-limit);
}

function stateOf({ at, attributes }: Sample, state: string): PastState {
  const { unit_of_measurement: unit } = JSON.parse(attributes) as { unit_of_measurement?: unknown };
  return { at, state, unit: typeof unit === 'string' ? unit : null };
}
