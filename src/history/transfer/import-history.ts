import type { ImportReport, ImportRequest, RefusalReason } from '../../core/history-import.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { SampleImport } from './import-samples.ts';
import { importedRows } from './imported-rows.ts';

const MAX_REFUSALS = 100;
/** More than any home has. */
const MAX_ENTITIES = 20_000;
/** After as many lines other requests get their turn. */
const LINES_A_STEP = 2000;

interface Parts {
  readonly samples: SampleStore;
  readonly pause: () => Promise<void>;
}

/**
 * Imports what an export wrote. The whole file is checked and counted first; if a line is refused, nothing is
 * imported.
 */
export async function importHistory(parts: Parts, request: ImportRequest): Promise<ImportReport> {
  const text = new TextDecoder().decode(request.bytes);
  const found = await pass(parts, { ...request, text, isDryRun: true });
  if (request.isDryRun || found.refused > 0) return found;
  return pass(parts, { ...request, text });
}

async function pass(
  { samples, pause }: Parts,
  { text, format, now, isDryRun }: ImportRequest & { readonly text: string },
): Promise<ImportReport> {
  const target = new SampleImport(samples, { isDryRun });
  const refusals: { line: number; reason: RefusalReason }[] = [];
  let refused = 0;
  let lines = 0;
  const refuse = (line: number, reason: RefusalReason): void => {
    refused += 1;
    if (refusals.length < MAX_REFUSALS) refusals.push({ line, reason });
  };
  for (const row of importedRows(text, format, now)) {
    if ('refusal' in row) refuse(row.line, row.refusal);
    else if (target.entities >= MAX_ENTITIES && !target.has(row.entityId))
      refuse(row.line, 'too_many_entities');
    else if (target.add(row.entityId, row.sample)) await target.flush();
    lines += 1;
    if (lines % LINES_A_STEP === 0) await pause();
  }
  await target.flush();
  return { imported: !isDryRun, entities: target.report(), refused, refusals };
}
