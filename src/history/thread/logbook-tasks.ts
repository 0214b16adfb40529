import type { LogbookQuery } from '../../core/logbook-query.ts';
import { actionCalls } from '../logbook/action-calls.ts';
import { logbookEntries } from '../logbook/logbook-entries.ts';
import type { TaskContext } from './task.ts';

/** The streams of the logbook. */
export const logbookStreams = {
  /** Entries as JSON text, separated by commas. */
  'logbook.entries': (context: TaskContext, query: LogbookQuery): AsyncGenerator<Uint8Array> =>
    logbookEntries(context, query),

  /** Service calls as JSON text, separated by commas. */
  'logbook.actionCalls': (
    context: TaskContext,
    period: { readonly after: number; readonly before: number },
  ): AsyncGenerator<Uint8Array> => actionCalls(context, period),
};
