import type { EntityUsage } from '../samples/sample-store.ts';
import type { TaskContext } from './task.ts';

/** What the main thread asks of the sample store itself. */
export const sampleTasks = {
  /** Drops samples before a time; see `SampleStore.dropBefore`. */
  'samples.dropBefore': (
    { samples }: TaskContext,
    { at, entityIds }: { readonly at: number; readonly entityIds?: readonly string[] },
  ): Promise<number> => samples.dropBefore(at, entityIds),

  /** Moves the samples of an entity to its new id; false if that one already has samples. */
  'samples.rename': (
    { samples }: TaskContext,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<boolean> => samples.rename(from, to),

  /** Drops all samples of entities and returns their number. */
  'samples.forget': async ({ samples }: TaskContext, entityIds: readonly string[]): Promise<number> => {
    let dropped = 0;
    for (const entityId of entityIds) dropped += await samples.forget(entityId);
    return dropped;
  },

  /** What each entity with samples occupies. */
  'samples.usage': ({ samples }: TaskContext): Promise<readonly EntityUsage[]> => samples.usage(),
};

export const sampleStreams = {};
