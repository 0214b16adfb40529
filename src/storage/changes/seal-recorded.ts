import type { Database } from '../database.ts';
import type { Row, Statement, Value } from '../sqlite.ts';
import type { RecordingOf } from './change-recorder.ts';
import type { FilePart } from './file-part.ts';
import type { SealedTexts } from './sealed-texts.ts';

/** How many rows are read at a time. */
const STEP = 500;

const CHECKED = 'SELECT max(until) AS until FROM checked_changes';
const NEXT = `SELECT part_id, kind, name, id, before, after, detail FROM change_parts
  WHERE part_id > ? ORDER BY part_id LIMIT ${STEP}`;
const SEAL = 'UPDATE change_parts SET before = ?, after = ?, detail = ? WHERE part_id = ?';

/**
 * Encrypts the texts with secrets that earlier versions of Hearth recorded as they were, once the journal is sorted.
 * What was checked is not checked again. Resolves to whether there were any.
 */
export async function sealRecorded(
  database: Pick<Database, 'query' | 'write' | 'writeUnsynced'>,
  { recordingOf, texts }: { readonly recordingOf: RecordingOf; readonly texts: SealedTexts },
): Promise<boolean> {
  const [checked] = await database.query(CHECKED);
  const from = Number(checked?.until ?? 0);
  let until = from;
  let hasSealed = false;
  for (;;) {
    const rows = await database.query(NEXT, [until]);
    if (rows.length === 0) break;
    until = Number(rows.at(-1)?.part_id);
    const sealed = rows.flatMap((row) => sealedRow(row, { recordingOf, texts }));
    if (sealed.length === 0) continue;
    // What is replaced is overwritten in its page, too.
    if (!hasSealed) await database.query('PRAGMA secure_delete = ON');
    hasSealed = true;
    await database.write([{ sql: SEAL, rows: sealed }]);
  }
  if (hasSealed) {
    // Earlier rows may be left in pages that are free now, and in the log.
    await database.query('VACUUM');
    await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await database.query('PRAGMA secure_delete = OFF');
  }
  // A power cut that takes this back only means that the rows are checked again.
  if (until > from) await database.writeUnsynced(remember(until));
  return hasSealed;
}

function remember(until: number): Statement[] {
  return [
    { sql: 'DELETE FROM checked_changes' },
    { sql: 'INSERT INTO checked_changes (until) VALUES (?)', params: [until] },
  ];
}

/** The parameters that encrypt a row; none if it has no readable secret. */
function sealedRow(
  row: Row,
  { recordingOf, texts }: { readonly recordingOf: RecordingOf; readonly texts: SealedTexts },
): Value[][] {
  const place = { name: String(row.name), id: String(row.id) };
  const [before, after] = [textOf(row.before), textOf(row.after)];
  const partId = Number(row.part_id);
  if (row.kind === 'document') {
    if (recordingOf(place.name) !== 'sealed values') return [];
    const sealed = [texts.seal(before, place), texts.seal(after, place)];
    return sealed[0] === before && sealed[1] === after ? [] : [[...sealed, textOf(row.detail), partId]];
  }
  // Of what is private, only the name is recorded.
  if (row.kind === 'private' || row.detail === null) return [];
  const part: FilePart = {
    kind: row.kind === 'item' ? 'item' : 'file',
    ...{ ...place, before, after, detail: String(row.detail) },
  };
  const sealed = texts.sealPart(part);
  return sealed === part ? [] : [[sealed.before, sealed.after, sealed.detail, partId]];
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
