import type { ExportQuery } from '../../core/history-export.ts';
import { namesOnly } from '../queries/state-history.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { exportedRow, exportHeader } from './exported-row.ts';

/** The size of text from which a chunk is sent. */
const CHUNK_LENGTH = 64 * 1024;

/** The samples of a range as CSV or JSON lines, entity by entity, in chunks. */
export async function* exportHistory(
  { samples }: { readonly samples: SampleStore },
  { format, entityIds = samples.entityIds(), from, to, namable }: ExportQuery,
): AsyncGenerator<Uint8Array> {
  const shown = namesOnly(namable);
  let text = exportHeader(format);
  for await (const { entityId, samples: own } of samples.read({ entityIds, from, to, withAttributes: true }))
    for (const sample of own) {
      text += exportedRow(format, entityId, { ...sample, attributes: shown(sample.attributes) });
      if (text.length < CHUNK_LENGTH) continue;
      yield bytesOf(text);
      text = '';
    }
  if (text !== '') yield bytesOf(text);
}

/** In a buffer of their own, since chunks are transferred to the main thread. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
