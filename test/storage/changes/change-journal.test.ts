import { expect, test } from 'vitest';
import { z } from 'zod';
import { actAs } from '../../../src/core/acting.ts';
import { silentLog } from '../../../src/core/log.ts';
import { openRecorder } from '../../../src/storage/changes/change-recorder.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openDocuments } from '../../../src/storage/documents.ts';
import { RunningClock } from '../../support/running-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openIn } from '../temp-database.ts';

const ACTING = { userId: 'ann', tokenId: null, act: 'test/rename' };

async function opened(database: Database) {
  const recorder = await openRecorder(database, { recordingOf: () => 'values', clock: new RunningClock() });
  const documents = await openDocuments(database, silentLog, { recorder });
  const areas = documents.collection('areas', z.string());
  const rename = (id: string, name: string) => actAs({ ...ACTING }, () => areas.put(id, name));
  return { recorder, rename, areas };
}

const partsOf = (database: Database) =>
  database.query(
    `SELECT change_id, change_parts.id, before, after, user_id, act FROM change_parts
     JOIN changes ON changes.id = change_id ORDER BY part_id`,
  );

test('a change that no reader has sorted yet is in the list after a restart', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const { rename } = await opened(database);
  await rename('hall', 'Hall');
  await rename('hall', 'Lobby');
  expect(await partsOf(database)).toEqual([]);
  await database.close();
  const next = await openIn(folder);
  const { rename: renameAgain, recorder } = await opened(next);
  const by = { user_id: 'ann', act: 'test/rename' };
  const earlier = [
    { change_id: 1, id: 'hall', before: null, after: '"Hall"', ...by },
    { change_id: 2, id: 'hall', before: '"Hall"', after: '"Lobby"', ...by },
  ];
  expect(await partsOf(next)).toEqual(earlier);
  await renameAgain('hall', 'Entry');
  await recorder.sort();
  const later = { change_id: 3, id: 'hall', before: '"Lobby"', after: '"Entry"', ...by };
  expect(await partsOf(next)).toEqual([...earlier, later]);
});

test('a document that one operation writes again is one part, also when it was sorted meanwhile', async () => {
  const database = await openIn(tempFolder());
  const { recorder, areas } = await opened(database);
  await actAs({ ...ACTING }, async () => {
    await areas.put('hall', 'Hall');
    await recorder.sort();
    await areas.put('hall', 'Lobby');
    await areas.put('hall', 'Entry');
  });
  await recorder.sort();
  expect(await partsOf(database)).toMatchObject([{ change_id: 1, before: null, after: '"Entry"' }]);
});

test('the journal stays short, also without readers', async () => {
  const database = await openIn(tempFolder());
  const { rename } = await opened(database);
  await Promise.all(Array.from({ length: 350 }, (_, n) => rename(`area${n}`, 'Area')));
  const [row] = await database.query(
    'SELECT (SELECT count(*) FROM change_journal) AS waiting, (SELECT count(*) FROM change_parts) AS parts',
  );
  expect(Number(row?.waiting)).toBeLessThanOrEqual(100);
  expect(Number(row?.waiting) + Number(row?.parts)).toBe(350);
});

test('nothing is lost if the list cannot be written, and a write that failed is no change', async () => {
  const database = await openIn(tempFolder());
  const { recorder, rename } = await opened(database);
  await rename('hall', 'Hall');
  const fail = (name: string, table: string, when = '') => ({
    sql: `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} ${when} BEGIN SELECT RAISE(ABORT, 'full'); END`,
  });
  await database.write([fail('no_changes', 'changes')]);
  await expect(recorder.sort()).rejects.toThrow();
  await rename('attic', 'Attic');
  await database.write([
    { sql: 'DROP TRIGGER no_changes' },
    fail('no_cellar', 'documents', "WHEN NEW.id = 'cellar'"),
  ]);
  await expect(rename('cellar', 'Cellar')).rejects.toThrow();
  await recorder.sort();
  expect(await partsOf(database)).toMatchObject([{ id: 'hall' }, { id: 'attic' }]);
});
