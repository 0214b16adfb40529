import type { EntityUsage } from '../samples/sample-store.ts';
import type { TaskContext } from './task.ts';

/** What the main thread asks of the sample store itself. */
export const sampleTasks = {
  /** Drops samples before a time, see `SampleStore.dropBefore`; where of all entities, their causes with them. */
  'samples.dropBefore': async (
    { samples, causes }: TaskContext,
    { at, entityIds }: { readonly at: number; readonly entityIds?: readonly string[] },
  ): Promise<number> => {
    if (entityIds === undefined) await causes.dropBefore(at);
    return samples.dropBefore(at, entityIds);
  },

  /** Moves the samples of an entity, and its causes, to its new id; false if that one already has samples. */
  'samples.rename': async (
    { samples, causes }: TaskContext,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<boolean> => {
    const isMoved = await samples.rename(from, to);
    if (isMoved) causes.rename(from, to);
    return isMoved;
  },

  /** Drops all samples of entities and the causes that name them, and returns the number of samples. */
  'samples.forget': async (
    { samples, causes }: TaskContext,
    entityIds: readonly string[],
  ): Promise<number> => {
    let dropped = 0;
    for (const entityId of entityIds) {
      dropped += await samples.forget(entityId);
      await causes.forget(entityId);
    }
    return dropped;
  },

  /** The size of `history.db` in bytes. */
  'samples.size': async ({ connection, samples }: TaskContext): Promise<number> => {
    await samples.settle?.();
    return Number(connection.value('PRAGMA page_count')) * Number(connection.value('PRAGMA page_size'));
  },

  /** The entities with samples. */
  'samples.entityIds': ({ samples }: TaskContext): readonly string[] => samples.entityIds(),

  /** What each entity with samples occupies. */
  'samples.usage': ({ samples }: TaskContext): Promise<readonly EntityUsage[]> => samples.usage(),
};

export const sampleStreams = {};
