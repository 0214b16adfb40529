import type {
  MatchingTimes,
  MatchingTimesQuery,
  NewestStatesQuery,
  PastState,
} from '../../core/past-states.ts';
import { matchingTimes } from '../queries/matching-times.ts';
import { newestStates } from '../queries/newest-states.ts';
import type { EntityUsage, StoreServer } from '../samples/sample-store.ts';
import type { TaskContext } from './task.ts';

/** The database with the samples: the version is null while a server is away, and `bytes` are those of the server. */
export type SampleDatabase = Omit<StoreServer, 'version'> & { readonly version: string | null };

/** The tasks of the sample store. */
export const sampleTasks = {
  /** Drops samples before a time, see `SampleStore.dropBefore`; where of all entities, their causes with them. */
  'samples.dropBefore': async (
    { samples, causes }: TaskContext,
    { at, entityIds }: { readonly at: number; readonly entityIds?: readonly string[] },
  ): Promise<number> => {
    if (entityIds === undefined) await causes.dropBefore(at);
    return samples.dropBefore(at, entityIds);
  },

  /** The same for what `history.db` has, to limit its size: a server keeps what it has. */
  'samples.dropLocalBefore': async ({ local, causes }: TaskContext, at: number): Promise<number> => {
    await causes.dropBefore(at);
    return local.dropBefore(at);
  },

  /** The time of the oldest sample in `history.db`; undefined if there is none. */
  'samples.oldestLocal': async ({ local }: TaskContext): Promise<number | undefined> => {
    const times = (await local.usage()).map(({ first }) => first);
    return times.length === 0 ? undefined : times.reduce((oldest, at) => Math.min(oldest, at));
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

  /** The newest states of an entity, see `newestStates`. */
  'samples.newestStates': (context: TaskContext, query: NewestStatesQuery): Promise<readonly PastState[]> =>
    newestStates(context, query),

  /** When an entity had one of some states, see `matchingTimes`. */
  'samples.matchingTimes': (context: TaskContext, query: MatchingTimesQuery): Promise<MatchingTimes> =>
    matchingTimes(context, query),

  /** The database with the samples, and since when it has some. */
  'samples.database': async ({ connection, samples }: TaskContext): Promise<SampleDatabase> => {
    if (samples.server !== undefined)
      return (await samples.server()) ?? { engine: 'postgresql', version: null, bytes: 0, oldest: null };
    const times = (await samples.usage()).map(({ first }) => first);
    const version = String(connection.value('SELECT sqlite_version()'));
    const oldest = times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
    return { engine: 'sqlite', version, bytes: 0, oldest: times.length === 0 ? null : oldest };
  },

  /** The entities with samples. */
  'samples.entityIds': ({ samples }: TaskContext): readonly string[] => samples.entityIds(),

  /** The space that each entity with samples takes. */
  'samples.usage': ({ samples }: TaskContext): Promise<readonly EntityUsage[]> => samples.usage(),
};

export const sampleStreams = {};
