import { isObject } from '../../core/coerce.ts';
import { isEntityId } from '../../core/entity-id.ts';
import type { ExportFormat } from '../../core/history-export.ts';
import type { RefusalReason } from '../../core/history-import.ts';
import { isTooLong } from '../../core/state.ts';
import type { Sample } from '../samples/sample.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
import { EXPORT_COLUMNS, exportHeader } from './exported-row.ts';
import { JsonLines } from './json-lines.ts';

/** One line of an import: a sample, or why it is refused, with the value in question. */
export type ImportedRow =
  | { readonly line: number; readonly entityId: string; readonly sample: Sample }
  | ({ readonly line: number } & Refusal);

interface Refusal {
  readonly reason: RefusalReason;
  /** The beginning of it. */
  readonly value: string;
}

type Field = (typeof EXPORT_COLUMNS)[number];
type Fields = Readonly<Partial<Record<Field, unknown>>>;

const MAX_ATTRIBUTES_LENGTH = 16_384;
const MAX_ID_LENGTH = 64;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[-+]\d\d:\d\d)$/;
/** An apostrophe that an export put before a text. */
const MADE_HARMLESS = /^'(?=[=+\-@\t\r'])/;

const SHOWN_LENGTH = 100;

/** Reads the lines of an export from consecutive parts of its text; `now` is the latest time that they may have. */
export class ImportedRows {
  private readonly now: number;
  private readonly csv: CsvRecords | undefined;
  private readonly json = new JsonLines();
  /** Whether the next record of CSV is the header; without a valid one nothing else is read. */
  private header: 'expected' | 'valid' | 'invalid' = 'expected';

  constructor(format: ExportFormat, now: number) {
    this.now = now;
    this.csv = format === 'csv' ? new CsvRecords() : undefined;
  }

  /** The rows that are complete with this part; the last part completes all. */
  *read(part: string, isLast: boolean): Generator<ImportedRow> {
    if (this.csv === undefined)
      for (const { line, text } of this.json.read(part, isLast)) yield { line, ...this.ofJson(text) };
    else
      for (const record of this.csv.read(part, isLast)) {
        const row = this.header === 'valid' ? this.ofCells(record) : this.ofHeader(record);
        if (row !== undefined) yield { line: record.line, ...row };
      }
  }

  private ofHeader({ cells, start }: CsvRecord): Refusal | undefined {
    if (this.header === 'invalid') return undefined;
    this.header = cells?.join(',') === exportHeader('csv').trimEnd() ? 'valid' : 'invalid';
    return this.header === 'valid' ? undefined : refusal('header', start.trimEnd());
  }

  private ofCells({ cells, start }: CsvRecord): Row {
    if (cells?.length !== EXPORT_COLUMNS.length) return refusal('columns', start.trimEnd());
    const texts = cells.map((cell) => cell?.replace(MADE_HARMLESS, '') ?? null);
    const fields: Partial<Record<Field, unknown>> = {};
    for (const [index, name] of EXPORT_COLUMNS.entries()) fields[name] = texts[index];
    const attributes = parsed(String(fields.attributes ?? ''));
    return attributes === undefined
      ? refusal('attributes', fields.attributes)
      : sampleOf({ ...fields, attributes }, this.now);
  }

  private ofJson(text: string | undefined): Row {
    if (text === undefined) return refusal('too_long', '');
    const fields = parsed(text);
    return isObject(fields) ? sampleOf(fields, this.now) : refusal('json', text);
  }
}

type Row = { readonly entityId: string; readonly sample: Sample } | Refusal;

function refusal(reason: RefusalReason, value: unknown): Refusal {
  const text = typeof value === 'string' ? value : (textOf(value ?? null) ?? '');
  return { reason, value: text.slice(0, SHOWN_LENGTH) };
}

function sampleOf(fields: Fields, now: number): Row {
  const { entity_id: entityId, state = null } = fields;
  if (typeof entityId !== 'string' || !isEntityId(entityId)) return refusal('entity_id', entityId);
  if (state !== null && (typeof state !== 'string' || isTooLong(state))) return refusal('state', state);
  const attributes = isObject(fields.attributes) ? textOf(fields.attributes) : undefined;
  if (attributes === undefined || attributes.length > MAX_ATTRIBUTES_LENGTH)
    return refusal('attributes', fields.attributes);
  const [at, changedAt] = [timeOf(fields.last_updated), timeOf(fields.last_changed)];
  if (at === undefined || at < 0) return refusal('time', fields.last_updated);
  if (changedAt === undefined || changedAt < 0 || changedAt > at) return refusal('time', fields.last_changed);
  if (at > now) return refusal('future', fields.last_updated);
  const context = contextOf(fields);
  if (context === undefined)
    return refusal('context', [fields.context_id, fields.context_parent_id, fields.context_user_id]);
  return { entityId, sample: { at, changedAt, state, attributes, context } };
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
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
