import type { Cause } from '../../core/cause-notes.ts';
import type { Row } from '../../storage/sqlite.ts';
import { contextIdOf } from './context-key.ts';

/** The kinds of causes by their stored numbers, which never change. */
export const KINDS = ['user', 'change', 'automation', 'script', 'step', 'call', 'event', 'source'] as const;
/** A row's ID is its time in microseconds, so that rows are stored in order of time. */
export const A_MILLISECOND = 1000;
/** The columns of the log. */
export const CAUSE_COLUMNS = 'id, context, parent, kind, subject, fixed, run, own';

/** The cause in a row of the log; `text` finds the repeated texts. */
export function causeOfRow(row: Row, text: (id: number) => string): Cause {
  const { run, own } = row;
  return {
    context: contextIdOf(row.context ?? ''),
    parent: row.parent == null ? null : contextIdOf(row.parent),
    kind: KINDS[Number(row.kind)] ?? 'event',
    subject: text(Number(row.subject)),
    at: Number(row.id) / A_MILLISECOND,
    detail: {
      ...JSON.parse(text(Number(row.fixed))),
      ...(run == null ? {} : { run_id: contextIdOf(run) }),
      ...(own == null ? {} : JSON.parse(String(own))),
    },
  };
}

/** The cause in a row of the table of earlier versions. */
export function oldCauseOf(row: Row): Cause {
  return {
    context: String(row.context),
    parent: row.parent === null ? null : String(row.parent),
    kind: String(row.kind) as Cause['kind'],
    subject: String(row.subject),
    at: Number(row.at),
    detail: JSON.parse(String(row.detail)),
  };
}
