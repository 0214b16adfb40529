import type { Cause } from '../../core/cause-notes.ts';
import type { Row, Value } from '../../storage/sqlite.ts';
import { contextIdOf, contextIdOfHex } from './context-key.ts';

/** The kinds of causes by their stored numbers, which never change. */
export const KINDS = ['user', 'change', 'automation', 'script', 'step', 'call', 'event', 'source'] as const;
/** A row's ID is its time in microseconds, so that rows are stored in order of time. */
export const A_MILLISECOND = 1000;
/** The columns of the log. */
export const CAUSE_COLUMNS = 'id, context, parent, kind, subject, fixed, run, own';

/** The same columns as SQL expressions whose values JSON can hold; see `keyText`. */
export const TEXT_COLUMNS = `id, ${keyText('context')}, ${keyText('parent')}, kind, subject, fixed, ${keyText('run')}, own`;

/** A row of the log as JSON: the values of `TEXT_COLUMNS`. */
export type CauseList = readonly [
  id: number,
  context: string,
  parent: string | null,
  kind: number,
  subject: number,
  fixed: number,
  run: string | null,
  own: string | null,
];

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

/** The cause in a row of the log that was read as JSON. */
export function causeOfList(
  [id, context, parent, kind, subject, fixed, run, own]: CauseList,
  texts: CauseDictionary,
): Cause {
  const detail = texts.detail(fixed);
  const hasOwn = run !== null || own !== null;
  return {
    context: idOfText(context),
    parent: parent === null ? null : idOfText(parent),
    kind: KINDS[kind] ?? 'event',
    subject: texts.text(subject),
    at: id / A_MILLISECOND,
    detail: hasOwn ? { ...detail, ...ownDetail(run === null ? null : idOfText(run), own) } : detail,
  };
}

/** A key of a context as text: the hexadecimal digits of a blob, other IDs after a mark. */
function keyText(column: string): string {
  return `CASE typeof(${column}) WHEN 'blob' THEN hex(${column}) WHEN 'null' THEN NULL ELSE '=' || ${column} END`;
}

function idOfText(text: string): string {
  return text.startsWith('=') ? text.slice(1) : contextIdOfHex(text);
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
