import type { Cause } from '../../core/cause-notes.ts';
import type { Row, Value } from '../../storage/sqlite.ts';
import { contextIdOf } from './context-key.ts';

/** The kinds of causes by their stored numbers, which never change. */
export const KINDS = ['user', 'change', 'automation', 'script', 'step', 'call', 'event', 'source'] as const;
/** A row's ID is its time in microseconds, so that rows are stored in order of time. */
export const A_MILLISECOND = 1000;
/** The columns of the log. */
export const CAUSE_COLUMNS = 'id, context, parent, kind, subject, fixed, run, own';

/** Where the repeated texts of causes are found. */
export interface CauseDictionary {
  text(id: number): string;
  detail(id: number): Cause['detail'];
}

/** The cause in a row of the log. */
export function causeOfRow(row: Row, texts: CauseDictionary): Cause {
  const { run, own } = row;
  const fixed = texts.detail(Number(row.fixed));
  const hasOwn = run != null || own != null;
  return {
    context: contextIdOf(row.context ?? ''),
    parent: row.parent == null ? null : contextIdOf(row.parent),
    kind: KINDS[Number(row.kind)] ?? 'event',
    subject: texts.text(Number(row.subject)),
    at: Number(row.id) / A_MILLISECOND,
    detail: hasOwn ? { ...fixed, ...ownDetail(run, own) } : fixed,
  };
}

function ownDetail(run: Value | undefined, own: Value | undefined): Record<string, unknown> {
  const detail: Record<string, unknown> = own == null ? {} : JSON.parse(String(own));
  if (run != null) detail.run_id = contextIdOf(run);
  return detail;
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
