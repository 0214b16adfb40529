import { databaseTasks } from './database-tasks.ts';
import { sampleStreams, sampleTasks } from './sample-tasks.ts';
import { statisticsStreams, statisticsTasks } from './statistics-tasks.ts';

/** Everything the history worker does on request. */
export const callTasks = { ...databaseTasks, ...sampleTasks, ...statisticsTasks };

/** What the history worker answers in chunks. */
export const streamTasks = { ...sampleStreams, ...statisticsStreams };

export type CallTasks = typeof callTasks;
export type StreamTasks = typeof streamTasks;
