import type { MatchingTimes, MatchingTimesQuery } from '../../core/past-states.ts';
import type { SampleStore } from '../samples/sample-store.ts';

interface Reading {
  readonly samples: SampleStore;
  /** Resolves in a later tick of the thread. */
  readonly pause: () => Promise<void>;
}

/** When an entity began and ceased to have one of some states: far fewer times than it has samples. */
export async function matchingTimes(
  { samples, pause }: Reading,
  { entityId, states, from, to }: MatchingTimesQuery,
): Promise<MatchingTimes> {
  const wanted = new Set(states);
  const before = (await samples.lastBefore([entityId], from)).get(entityId)?.state ?? null;
  const isOn = before !== null && wanted.has(before);
  const times: number[] = [];
  let wasOn = isOn;
  for await (const part of samples.read({ entityIds: [entityId], from, to, withAttributes: false })) {
    for (const { at, state } of part.samples) {
      const isMatch = state !== null && wanted.has(state);
      if (isMatch !== wasOn) times.push(at);
      wasOn = isMatch;
    }
    await pause();
  }
  return { isOn, times };
}
