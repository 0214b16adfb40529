import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HubError } from '../../src/core/errors.ts';
import { StorageThread } from '../../src/storage/storage-thread.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { COUNT_SLOWLY, keepingLog, openIn } from './temp-database.ts';

const put = (id: string) => ({ sql: "INSERT INTO documents VALUES ('things', ?, '1')", params: [id] });
const IDS = 'SELECT id FROM documents ORDER BY id';

test('databases of one thread keep their own rows and fail for their own faults', async () => {
  const [folder, thread] = [tempFolder(), new StorageThread()];
  const first = await openIn(folder, { thread });
  const second = await openIn(folder, { thread, file: join(folder, 'other.db') });
  const results = await Promise.allSettled([
    first.write([put('a')]),
    second.write([put('a')]),
    second.write([put('a')]),
    first.write([put('b')]),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await expect(second.query('SELECT x FROM nowhere')).rejects.toThrow(/^other.db: no such table/);
  expect(await first.query(IDS)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(await second.query(IDS)).toEqual([{ id: 'a' }]);
});

test('what waits for the database opened first goes before what waits for a later one', async () => {
  const [folder, thread] = [tempFolder(), new StorageThread()];
  const first = await openIn(folder, { thread });
  const second = await openIn(folder, { thread, file: join(folder, 'other.db') });
  const done: string[] = [];
  const waiting = [1, 2, 3, 4].map((n) => second.query(COUNT_SLOWLY).then(() => done.push(`second ${n}`)));
  await waiting[0];
  waiting.push(first.write([put('a')]).then(() => done.push('first')));
  await Promise.all(waiting);
  expect(done.indexOf('first')).toBeLessThan(done.indexOf('second 4'));
});

test('closing one database leaves the other at work, and after the last the thread serves again', async () => {
  const [folder, thread] = [tempFolder(), new StorageThread()];
  const first = await openIn(folder, { thread });
  const second = await openIn(folder, { thread, file: join(folder, 'other.db') });
  const written = first.write([put('a')]);
  await first.close();
  await written;
  await expect(first.query(IDS)).rejects.toThrow(/hearth.db could not be used: it is closed/);
  await second.write([put('b')]);
  await second.close();
  expect(await (await openIn(folder, { thread })).query(IDS)).toEqual([{ id: 'a' }]);
});

test('a refused database leaves the others of its thread at work', async () => {
  const [folder, thread] = [tempFolder(), new StorageThread()];
  const first = await openIn(folder, { thread });
  const newer = await openIn(folder, { file: join(folder, 'newer.db') });
  await newer.query('PRAGMA user_version = 9999');
  await newer.close();
  const refused = openIn(folder, { thread, file: join(folder, 'newer.db') });
  await expect(refused).rejects.toBeInstanceOf(HubError);
  await first.write([put('a')]);
  expect(await first.query(IDS)).toEqual([{ id: 'a' }]);
});

test('when the thread dies, each of its databases reports it and rejects', async () => {
  const [folder, thread] = [tempFolder(), new StorageThread()];
  const { log, lines } = keepingLog();
  const first = await openIn(folder, { thread, log });
  const second = await openIn(folder, { thread, log, file: join(folder, 'other.db') });
  const tooMuch =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) SELECT hex(zeroblob(2000000)) FROM n';
  const waiting = [second.query(tooMuch), first.query(COUNT_SLOWLY), first.query(COUNT_SLOWLY)];
  await Promise.allSettled(waiting);
  await expect(first.write([put('a')])).rejects.toMatchObject({ code: 'unavailable' });
  await expect(second.write([put('a')])).rejects.toMatchObject({ code: 'unavailable' });
  expect(lines.sort()).toEqual([
    'The storage worker of hearth.db ended: no more writes are accepted',
    'The storage worker of other.db ended: no more writes are accepted',
  ]);
  await Promise.all([first.close(), second.close()]);
});
