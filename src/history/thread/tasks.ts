import { causeTasks } from './cause-tasks.ts';
import { sampleStreams, sampleTasks } from './sample-tasks.ts';

/** Everything the history worker does on request. */
export const callTasks = { ...causeTasks, ...sampleTasks };

/** What the history worker answers in chunks. */
export const streamTasks = { ...sampleStreams };

export type CallTasks = typeof callTasks;
export type StreamTasks = typeof streamTasks;
