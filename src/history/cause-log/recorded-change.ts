import type { Cause } from '../../core/cause-notes.ts';
import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { CauseLog } from './cause-log.ts';

/** Where changes and their causes are recorded. */
interface Recorded {
  readonly samples: Pick<SampleStore, 'lastBefore' | 'read'>;
  readonly causes: Pick<CauseLog, 'sourceAt' | 'oldChange'>;
}

/**
 * The last change of an entity up to a time, as a cause; its context is empty if it carried no information. Changes
 * that an earlier version recorded as causes count, too.
 */
export async function recordedChange(
  { samples, causes }: Recorded,
  { entityId, until }: { readonly entityId: string; readonly until: number },
): Promise<Cause | undefined> {
  const old = causes.oldChange(entityId, until);
  const sample = await lastChange(samples, entityId, until);
  if (sample?.state == null || (old !== undefined && old.at >= sample.changedAt)) return old;
  const { changedAt: at, state, context } = sample;
  const user = context?.user_id ?? null;
  const source = causes.sourceAt(entityId, at);
  return {
    context: context?.id ?? '',
    parent: context?.parent_id ?? null,
    kind: 'change',
    subject: entityId,
    at,
    detail: {
      state,
      ...(user === null ? {} : { user_id: user }),
      ...(source === undefined ? {} : { source }),
    },
  };
}

/** The sample with which the state changed; of a removed entity the last one with a state. */
async function lastChange(
  samples: Recorded['samples'],
  entityId: string,
  until: number,
): Promise<Sample | undefined> {
  const before = async (at: number) => (await samples.lastBefore([entityId], at)).get(entityId);
  let last = await before(Math.floor(until) + 1);
  while (last?.state === null) last = await before(last.at);
  if (last === undefined || last.at === last.changedAt) return last;
  // Attributes have changed since then, in another context.
  const range = {
    entityIds: [entityId],
    from: last.changedAt,
    to: last.changedAt + 1,
    withAttributes: false,
  };
  for await (const { samples: found } of samples.read(range)) return found[0];
  return { ...last, context: null };
}
