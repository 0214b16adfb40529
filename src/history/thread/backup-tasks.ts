import type { TaskContext } from './task.ts';

/** What the history files contain. */
export interface HistoryInventory {
  readonly entities: number;
  readonly samples: number;
  readonly statistics: number;
}

/** The tasks for backups. */
export const backupTasks = {
  /**
   * Makes the main files of both databases complete and keeps them as they are, so that another process can copy
   * them. What is recorded meanwhile waits in their logs. Returns what they contain.
   */
  'files.hold': async (context: TaskContext): Promise<HistoryInventory> => {
    const { connection, local, statistics } = context;
    await local.commit();
    for (const one of [connection, statistics.store.connection]) one.holdFile();
    return inventory(context);
  },

  /** Lets the main files change again. */
  'files.release': ({ connection, statistics }: TaskContext): void => {
    for (const one of [connection, statistics.store.connection]) one.releaseFile();
  },

  /** What the files contain. */
  'files.inventory': (context: TaskContext): Promise<HistoryInventory> => inventory(context),
};

async function inventory({ local, statistics }: TaskContext): Promise<HistoryInventory> {
  const usage = await local.usage();
  return {
    entities: usage.length,
    samples: usage.reduce((sum, { samples }) => sum + samples, 0),
    statistics: statistics.store.all('statistic').length,
  };
}
