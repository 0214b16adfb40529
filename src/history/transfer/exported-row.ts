import { isoTime } from '../../core/clock.ts';
import type { ExportFormat } from '../../core/history-export.ts';
import type { Sample } from '../samples/sample.ts';

/** The columns of an export, in order; the fields of JSON lines have the same names. */
export const EXPORT_COLUMNS = [
  'entity_id',
  'state',
  'attributes',
  'last_changed',
  'last_updated',
  'context_id',
  'context_parent_id',
  'context_user_id',
] as const;

/** A spreadsheet would run such a cell as a formula, unless it is a plain number. */
const FORMULA = /^[=+\-@\t\r']/;
const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const QUOTED = /[",\r\n]/;

/** The first line of an export; none for JSON lines. */
export function exportHeader(format: ExportFormat): string {
  return format === 'csv' ? `${EXPORT_COLUMNS.join(',')}\r\n` : '';
}

/** The line of a sample. */
export function exportedRow(format: ExportFormat, entityId: string, sample: Sample): string {
  const { state, attributes, changedAt, at, context } = sample;
  const [changed, updated] = [isoTime(changedAt), isoTime(at)];
  if (format === 'csv') {
    const ids = [context?.id, context?.parent_id, context?.user_id].map((id) => id ?? null);
    return `${[entityId, state, attributes, changed, updated, ...ids].map(cell).join(',')}\r\n`;
  }
  const ids = `"context_id":${json(context?.id)},"context_parent_id":${json(context?.parent_id)},"context_user_id":${json(context?.user_id)}`;
  const times = `"last_changed":"${changed}","last_updated":"${updated}"`;
  return `{"entity_id":${json(entityId)},"state":${json(state)},"attributes":${attributes},${times},${ids}}\n`;
}

/**
 * A cell of CSV; null is empty, the empty text is `""`. An apostrophe comes before what a spreadsheet would run as a
 * formula; a negative number stays one. A text that begins with an apostrophe gets another one, so that an import can
 * remove exactly one.
 */
function cell(text: string | null): string {
  if (text === null) return '';
  const harmless = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return harmless === '' || QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function json(text: string | null | undefined): string {
  return JSON.stringify(text ?? null);
}
