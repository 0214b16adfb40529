import type { ExportPage, ExportPageQuery } from '../../core/history-export.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { exportedRow, exportHeader } from './exported-row.ts';

/** The length of text from which a page is complete: as JSON it stays below what the control socket sends at once. */
const PAGE_LENGTH = 500_000;

/** A page of an export for the command line, by entity and time; the next one continues after its last sample. */
export async function exportPage(
  { samples }: { readonly samples: SampleStore },
  { format, entityIds = samples.entityIds(), from, to, after }: ExportPageQuery,
): Promise<ExportPage> {
  let text = after === null ? exportHeader(format) : '';
  const left = [...new Set(entityIds)].sort().filter((id) => after === null || id >= after.entityId);
  for (const entityId of left) {
    const range = { from: entityId === after?.entityId ? after.at + 1 : from, to, withAttributes: true };
    for await (const { samples: own } of samples.read({ entityIds: [entityId], ...range }))
      for (const sample of own) {
        text += exportedRow(format, entityId, sample);
        if (text.length >= PAGE_LENGTH) return { text, after: { entityId, at: sample.at } };
      }
  }
  return { text, after: null };
}
