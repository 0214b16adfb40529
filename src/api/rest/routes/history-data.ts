import { fault } from '../../../core/errors.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../core/history-export.ts';
import type { HistoryDataParts } from '../../history-data.ts';
import { importDetail } from '../../history-importer.ts';
import { areEntityIds, namable, readableIds, readTime } from '../../history-requests.ts';
import { HistoryImportShape } from '../../shapes/history-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';
import { streamedText } from '../streamed-json.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** `/api/hearth/history`: export and import of the history. */
export function historyDataRoutes(parts: HistoryDataParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/hearth/history/export',
      permission: 'user',
      summary: 'The recorded changes of entities in a period, as CSV or JSON lines',
      query: {
        entity_ids: 'Entity IDs, separated by commas; all that the caller may read by default',
        start: 'The start; everything by default',
        end: 'The end; now by default',
        format: '`csv` (default) or `jsonl`',
      },
      answers: { 200: 'The changes, by entity and time', 400: 'A parameter is invalid' },
      produces: ['text/csv', 'application/jsonl'],
      handle: (request) => exported(parts, request),
    },
    {
      method: 'POST',
      path: '/api/hearth/history/import',
      permission: 'admin',
      summary: 'Imports what an export wrote; changes that exist already are kept',
      query: {
        dry_run: '`true` only counts; a file with refused lines is never imported',
        format: '`csv` (default) or `jsonl`',
      },
      accepts: ['text/csv', 'application/jsonl'],
      streamsBody: true,
      result: HistoryImportShape,
      answers: {
        200: 'The counts for each entity, and the refused lines',
        400: 'A parameter is invalid',
        409: 'Another import is in progress',
      },
      handle: (request) => imported(parts, request),
    },
  ];
}

async function exported(
  { data, states, clock, timeZone }: HistoryDataParts,
  { query, access }: RestRequest,
): Promise<Reply> {
  const time = (name: 'start' | 'end', otherwise: number): number => {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    // A literal plus sign in a query is decoded as a space.
    const at = readTime(text.replace(/ (?=\d\d:?\d\d$)/, '+'), timeZone());
    if (at === null) throw fault('invalid_format', 'history_export_time', { name, time: text.slice(0, 100) });
    return Math.ceil(at);
  };
  const format = formatOf(query);
  const [from, to] = [time('start', 0), time('end', Math.floor(clock.now()) + 1)];
  const text = query.get('entity_ids') ?? '';
  const ids = text === '' ? await data.entityIds() : text.toLowerCase().split(',');
  if (!areEntityIds(ids, states)) throw fault('invalid_format', 'history_invalid_entity_ids');
  const entityIds = readableIds(ids, access, states);
  await data.audit('history_exported', access, { entities: entityIds.length, from, to, format });
  const chunks = data.export({ format, entityIds, from, to, namable: namable(access, states) }, access);
  const disposition = `attachment; filename="history.${format}"`;
  return streamedText(chunks, { type: TYPES[format], headers: ['Content-Disposition', disposition] });
}

async function imported({ data }: HistoryDataParts, { query, access, content }: RestRequest): Promise<Reply> {
  const asked = query.get('dry_run') ?? 'false';
  if (asked !== 'true' && asked !== 'false')
    throw fault('invalid_format', 'history_import_dry_run', { value: asked.slice(0, 100) });
  const isDryRun = asked === 'true';
  const report = await data.imports.import(content, { format: formatOf(query), isDryRun });
  if (report.imported) await data.audit('history_imported', access, importDetail(report));
  return json(report);
}

function formatOf(query: URLSearchParams): ExportFormat {
  const asked = query.get('format') ?? 'csv';
  const format = EXPORT_FORMATS.find((one) => one === asked);
  if (format === undefined)
    throw fault('invalid_format', 'history_export_format', { format: asked.slice(0, 100) });
  return format;
}
