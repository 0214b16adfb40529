import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../src/core/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { type Documents, openDocuments } from '../../src/storage/documents.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';
import { COUNT_SLOWLY, keepingLog, openIn } from './temp-database.ts';

const Area = z.object({ name: z.string(), floor: z.int().optional() });
type Area = z.infer<typeof Area>;

async function reopened(
  folder: string,
  database: Database,
): Promise<{ documents: Documents; database: Database }> {
  await database.close();
  const next = await openIn(folder);
  return { documents: await openDocuments(next, silentLog), database: next };
}

/** From now on, writing anything with this id fails in the database itself. */
async function forbid(database: Database, id: string): Promise<void> {
  await database.write([
    {
      sql: `CREATE TRIGGER no_${id} BEFORE INSERT ON documents WHEN NEW.id = '${id}' BEGIN SELECT RAISE(ABORT, 'forbidden'); END`,
    },
  ]);
}

test('a put is in memory at once, and after a restart once its promise has settled', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const areas = (await openDocuments(database, silentLog)).collection('areas', Area);
  const put = areas.put('kitchen', { name: 'Kitchen' });
  expect(areas.entries.get('kitchen')).toEqual({ name: 'Kitchen' });
  await put;
  const after = await reopened(folder, database);
  expect([...after.documents.collection('areas', Area).entries]).toEqual([['kitchen', { name: 'Kitchen' }]]);
});

test('a delete is in memory at once, and stays one', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const areas = (await openDocuments(database, silentLog)).collection('areas', Area);
  await areas.putAll([
    ['kitchen', { name: 'Kitchen' }],
    ['hall', { name: 'Hall' }],
  ]);
  const deleted = areas.delete('kitchen');
  expect([...areas.entries.keys()]).toEqual(['hall']);
  await deleted;
  const after = await reopened(folder, database);
  expect([...after.documents.collection('areas', Area).entries.keys()]).toEqual(['hall']);
});

test('deleting what is not there is harmless', async () => {
  const areas = (await openDocuments(await openIn(tempFolder()), silentLog)).collection('areas', Area);
  await areas.delete('nowhere');
  expect(areas.entries.size).toBe(0);
});

test('collections are separate, and IDs may be any text', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const documents = await openDocuments(database, silentLog);
  const ids = ['__proto__', '', 'constructor', '🏠', "a'b", 'x'.repeat(500)];
  await documents.collection('areas', Area).putAll(ids.map((id) => [id, { name: id }]));
  await documents.collection('floors', Area).put('__proto__', { name: 'other' });
  const after = (await reopened(folder, database)).documents;
  const areas = after.collection('areas', Area).entries;
  expect(new Map(areas)).toEqual(new Map(ids.map((id) => [id, { name: id }])));
  expect([...after.collection('floors', Area).entries]).toEqual([['__proto__', { name: 'other' }]]);
});

test('a collection is taken once', async () => {
  const documents = await openDocuments(await openIn(tempFolder()), silentLog);
  documents.collection('areas', Area);
  expect(() => documents.collection('areas', Area)).toThrow(/taken/);
});

test('when a write fails, memory is reset to what is durable', async () => {
  const database = await openIn(tempFolder());
  const areas = (await openDocuments(database, silentLog)).collection('areas', Area);
  await areas.put('a', { name: 'first' });
  await forbid(database, 'a');
  const puts = [areas.put('a', { name: 'second' }), areas.put('a', { name: 'third' })];
  expect(areas.entries.get('a')).toEqual({ name: 'third' });
  for (const put of puts) await expect(put).rejects.toThrow(/forbidden/);
  expect(areas.entries.get('a')).toEqual({ name: 'first' });
});

test('a change that has become durable does not hide the one after it', async () => {
  const database = await openIn(tempFolder());
  const areas = (await openDocuments(database, silentLog)).collection('areas', Area);
  const first = areas.put('a', { name: 'first' });
  const between = database.query(COUNT_SLOWLY);
  const second = areas.put('a', { name: 'second' });
  await first;
  expect(areas.entries.get('a')).toEqual({ name: 'second' });
  await Promise.all([between, second]);
});

test('a failed write does not undo the change that came after it', async () => {
  const database = await openIn(tempFolder());
  const documents = await openDocuments(database, silentLog);
  const areas = documents.collection('areas', Area);
  await forbid(database, 'bad');
  const failing = documents.transact(() => {
    areas.put('a', { name: 'first' });
    areas.put('bad', { name: 'bad' });
  });
  // Keeps the worker busy, so that the first response arrives well before the second.
  const between = database.query(COUNT_SLOWLY);
  const later = areas.put('a', { name: 'second' });
  await expect(failing).rejects.toThrow(/forbidden/);
  expect([...areas.entries]).toEqual([['a', { name: 'second' }]]);
  await Promise.all([between, later]);
  expect([...areas.entries]).toEqual([['a', { name: 'second' }]]);
});

test('a transaction over collections is one: durable whole, or taken back whole', async () => {
  const folder = tempFolder();
  const database = await openIn(folder);
  const documents = await openDocuments(database, silentLog);
  const areas = documents.collection('areas', Area);
  const floors = documents.collection('floors', Area);
  await areas.put('old', { name: 'Old' });
  await forbid(database, 'bad');
  await expect(
    documents.transact(() => {
      areas.delete('old');
      floors.put('ground', { name: 'Ground' });
      floors.put('bad', { name: 'Bad' });
    }),
  ).rejects.toThrow(/forbidden/);
  expect([[...areas.entries.keys()], [...floors.entries.keys()]]).toEqual([['old'], []]);
  await documents.transact(() => {
    areas.delete('old');
    floors.putAll([['ground', { name: 'Ground' }]]);
  });
  const after = (await reopened(folder, database)).documents;
  expect(after.collection('areas', Area).entries.size).toBe(0);
  expect([...after.collection('floors', Area).entries.keys()]).toEqual(['ground']);
});

test('a transaction whose work throws changes nothing, not even what an earlier put has on its way', async () => {
  const database = await openIn(tempFolder());
  const documents = await openDocuments(database, silentLog);
  const areas = documents.collection('areas', Area);
  const underway = areas.put('a', { name: 'first' });
  const failing = documents.transact(() => {
    areas.put('a', { name: 'second' });
    areas.put('b', { name: 'b' });
    throw new Error('changed my mind');
  });
  expect([...areas.entries]).toEqual([['a', { name: 'first' }]]);
  await expect(failing).rejects.toThrow(/changed my mind/);
  await underway;
  expect([...areas.entries]).toEqual([['a', { name: 'first' }]]);
  expect(await database.query('SELECT id, body FROM documents')).toEqual([
    { id: 'a', body: '{"name":"first"}' },
  ]);
});

test('a value that could not be read back is refused', async () => {
  const areas = (await openDocuments(await openIn(tempFolder()), silentLog)).collection('areas', Area);
  for (const value of [{ name: 5 }, { name: 'x', floor: Number.NaN }, undefined, 'text']) {
    await expect(areas.put('a', value as unknown as Area), String(value)).rejects.toThrow();
  }
  expect(areas.entries.size).toBe(0);
});

test('a document that is too long is refused', async () => {
  const areas = (await openDocuments(await openIn(tempFolder()), silentLog)).collection('areas', Area);
  await expect(areas.put('a', { name: 'x'.repeat(6_000_000) })).rejects.toMatchObject({ code: 'too_large' });
  await areas.put('a', { name: 'x'.repeat(900_000) });
  expect(areas.entries.size).toBe(1);
});

test('a stored document that no longer fits is logged with its id, left out and kept in the table', async () => {
  const database = await openIn(tempFolder());
  const rows = [
    ['areas', 'good', '{"name":"Good"}'],
    ['areas', 'no_json', '{'],
    ['areas', 'old_shape', '{"title":"Old"}'],
  ];
  await database.write([{ sql: 'INSERT INTO documents VALUES (?, ?, ?)', rows }]);
  const { log, lines } = keepingLog();
  const areas = (await openDocuments(database, log)).collection('areas', Area);
  expect([...areas.entries.keys()]).toEqual(['good']);
  expect(lines.map((line) => /areas\/\w+/.exec(line)?.[0])).toEqual(['areas/no_json', 'areas/old_shape']);
  expect(await database.query('SELECT id FROM documents')).toHaveLength(3);
});

const id = fc.constantFrom('a', 'b', 'c', 'bad');
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), id, name: fc.string() }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('both' as const), id, other: id, name: fc.string() }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('reopen' as const) }),
);

test('any sequence of puts, deletes, transactions, failures and restarts equals a map', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = tempFolder();
      let database = await openIn(folder);
      let areas = (await openDocuments(database, silentLog)).collection('areas', Area);
      await forbid(database, 'bad');
      const model = new Map<string, Area>();
      let documents: Documents | undefined;
      let underway: Promise<unknown>[] = [];
      const settle = async (): Promise<void> => {
        await Promise.allSettled(underway.splice(0));
        expect(new Map(areas.entries)).toEqual(model);
      };
      for (const next of steps) {
        if (next.kind === 'put') {
          underway.push(areas.put(next.id, { name: next.name }));
          if (next.id !== 'bad') model.set(next.id, { name: next.name });
        } else if (next.kind === 'delete') {
          underway.push(areas.delete(next.id));
          model.delete(next.id);
        } else if (next.kind === 'both') {
          const value = { name: next.name };
          underway.push(
            areas.putAll([
              [next.id, value],
              [next.other, value],
            ]),
          );
          if (next.id !== 'bad' && next.other !== 'bad') model.set(next.id, value).set(next.other, value);
        } else {
          await settle();
          if (next.kind === 'reopen') {
            ({ documents, database } = await reopened(folder, database));
            areas = documents.collection('areas', Area);
            expect(new Map(areas.entries)).toEqual(model);
          }
        }
      }
      await settle();
      ({ documents, database } = await reopened(folder, database));
      expect(new Map(documents.collection('areas', Area).entries)).toEqual(model);
      underway = [];
      await database.close();
    }),
    { numRuns: seeds(8, 100) },
  );
});

test('failed saves are logged once, and again after a successful one', async () => {
  const { log, lines } = keepingLog();
  const database = await openIn(tempFolder());
  const areas = (await openDocuments(database, log)).collection('areas', Area);
  await forbid(database, 'attic');
  for (const name of ['Attic', 'Loft']) await expect(areas.put('attic', { name })).rejects.toThrow();
  expect(lines).toEqual(['Changes could not be saved and were reverted']);
  await areas.put('kitchen', { name: 'Kitchen' });
  await expect(areas.put('attic', { name: 'Attic' })).rejects.toThrow();
  expect(lines).toHaveLength(2);
});
