import type { PlotQuery } from '../../core/plot-query.ts';
import { plotHistory } from '../plots/plot-history.ts';
import { stateHistory } from '../queries/state-history.ts';
import { backupTasks } from './backup-tasks.ts';
import { causeTasks } from './cause-tasks.ts';
import { logbookStreams } from './logbook-tasks.ts';
import { recorderTasks } from './recorder-tasks.ts';
import { sampleStreams, sampleTasks } from './sample-tasks.ts';
import { statisticsStreams, statisticsTasks } from './statistics-tasks.ts';
import type { TaskContext } from './task.ts';
import { transferStreams, transferTasks } from './transfer-tasks.ts';

/** Everything the history worker does on request. */
export const callTasks = {
  ...backupTasks,
  ...causeTasks,
  ...recorderTasks,
  ...sampleTasks,
  ...statisticsTasks,
  ...transferTasks,
};

/** What the history worker answers in chunks. */
export const streamTasks = {
  ...logbookStreams,
  ...sampleStreams,
  ...statisticsStreams,
  ...transferStreams,
  'history.states': stateHistory,
  'history.plot': ({ samples, statistics: { store: statistics }, pause }: TaskContext, query: PlotQuery) =>
    plotHistory({ samples, statistics, pause }, query),
};

export type CallTasks = typeof callTasks;
export type StreamTasks = typeof streamTasks;
