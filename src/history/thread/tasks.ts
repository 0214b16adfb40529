import { causeTasks } from './cause-tasks.ts';
import { databaseTasks } from './database-tasks.ts';
import { sampleStreams, sampleTasks } from './sample-tasks.ts';

/** Everything the history worker does on request. */
export const callTasks = { ...causeTasks, ...databaseTasks, ...sampleTasks };

/** What the history worker answers in chunks. */
export const streamTasks = { ...sampleStreams };

export type CallTasks = typeof callTasks;
export type StreamTasks = typeof streamTasks;
