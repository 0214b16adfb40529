import { isObject } from '../../core/coerce.ts';
import { isEntityId } from '../../core/entity-id.ts';
import type { ExportFormat } from '../../core/history-export.ts';
import type { RefusalReason } from '../../core/history-import.ts';
import { isTooLong } from '../../core/state.ts';
import type { Sample } from '../samples/sample.ts';
import { csvRecords, MAX_RECORD_LENGTH } from './csv-records.ts';
import { EXPORT_COLUMNS, exportHeader } from './exported-row.ts';

/** One line of an import: a sample, or why it is refused. */
export type ImportedRow =
  | { readonly line: number; readonly entityId: string; readonly sample: Sample }
  | { readonly line: number; readonly refusal: RefusalReason };

type Field = (typeof EXPORT_COLUMNS)[number];
type Fields = Readonly<Partial<Record<Field, unknown>>>;

const MAX_ATTRIBUTES_LENGTH = 16_384;
const MAX_ID_LENGTH = 64;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[-+]\d\d:\d\d)$/;
/** An apostrophe that an export put before a text. */
const MADE_HARMLESS = /^'(?=[=+\-@\t\r'])/;

/** Reads the lines of an export; `now` is the latest time that they may have. */
export function* importedRows(text: string, format: ExportFormat, now: number): Generator<ImportedRow> {
  for (const { line, fields } of format === 'csv' ? csvLines(text) : jsonLines(text)) {
    const row = typeof fields === 'string' ? fields : sampleOf(fields, now);
    yield typeof row === 'string' ? { line, refusal: row } : { line, ...row };
  }
}

interface Line {
  readonly line: number;
  readonly fields: Fields | RefusalReason;
}

function* csvLines(text: string): Generator<Line> {
  let isFirst = true;
  for (const { line, cells } of csvRecords(text)) {
    if (isFirst) {
      isFirst = false;
      if (cells?.join(',') === exportHeader('csv').trimEnd()) continue;
      yield { line, fields: 'header' };
      return;
    }
    yield { line, fields: cells === undefined ? 'columns' : fieldsOf(cells) };
  }
}

function fieldsOf(cells: readonly (string | null)[]): Fields | RefusalReason {
  if (cells.length !== EXPORT_COLUMNS.length) return 'columns';
  const texts = cells.map((cell) => cell?.replace(MADE_HARMLESS, '') ?? null);
  const fields: Partial<Record<Field, unknown>> = {};
  for (const [index, name] of EXPORT_COLUMNS.entries()) fields[name] = texts[index];
  const attributes = parsed(texts[EXPORT_COLUMNS.indexOf('attributes')] ?? '');
  return attributes === undefined ? 'attributes' : { ...fields, attributes };
}

function* jsonLines(text: string): Generator<Line> {
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const own = text.slice(at, end);
    at = end + 1;
    if (own.trim() === '') continue;
    if (own.length > MAX_RECORD_LENGTH) yield { line, fields: 'too_long' };
    else {
      const fields = parsed(own);
      yield { line, fields: isObject(fields) ? fields : 'json' };
    }
  }
}

function sampleOf(fields: Fields, now: number): { entityId: string; sample: Sample } | RefusalReason {
  const { entity_id: entityId, state = null } = fields;
  if (typeof entityId !== 'string' || !isEntityId(entityId)) return 'entity_id';
  if (state !== null && (typeof state !== 'string' || isTooLong(state))) return 'state';
  const attributes = isObject(fields.attributes) ? textOf(fields.attributes) : undefined;
  if (attributes === undefined || attributes.length > MAX_ATTRIBUTES_LENGTH) return 'attributes';
  const [at, changedAt] = [timeOf(fields.last_updated), timeOf(fields.last_changed)];
  if (at === undefined || changedAt === undefined || at < 0 || changedAt < 0 || changedAt > at) return 'time';
  if (at > now) return 'future';
  const context = contextOf(fields);
  return context === undefined
    ? 'context'
    : { entityId, sample: { at, changedAt, state, attributes, context } };
}

function contextOf(fields: Fields): Sample['context'] | undefined {
  const ids = [fields.context_id, fields.context_parent_id, fields.context_user_id].map((id) => id ?? null);
  const [id = null, parent = null, user = null] = ids.filter(isId);
  if (ids.some((one) => !isId(one))) return undefined;
  if (id === null) return parent === null && user === null ? null : undefined;
  return { id, parent_id: parent, user_id: user };
}

function isId(id: unknown): id is string | null {
  return id === null || (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH);
}

function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !TIME.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is nested too deeply. */
function textOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
