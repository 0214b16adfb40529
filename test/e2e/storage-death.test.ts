import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { hearth, startHearth } from '../support/command-line.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The next ready line of a server. */
async function ready(out: Readable): Promise<string> {
  for (;;) {
    const [chunk] = (await once(out, 'data')) as [Buffer];
    const url = /ready at (\S+)\n/.exec(String(chunk))?.[1];
    if (url !== undefined) return url;
  }
}

/** Makes the events of the logbook exceed the history worker's heap: causes are read as one text of up to 1,000 rows. */
function plantTooMuch(file: string): void {
  const database = new Libsql(file);
  database.exec(`ALTER TABLE cause_log RENAME TO noted; DELETE FROM noted;
    CREATE VIEW cause_log AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900)
      SELECT id, context, parent, kind, subject, fixed, run, hex(zeroblob(200000)) AS own FROM n, noted;
    CREATE TRIGGER note INSTEAD OF INSERT ON cause_log BEGIN
      INSERT OR IGNORE INTO noted (id, context, parent, kind, subject, fixed, run, own)
      VALUES (NEW.id, NEW.context, NEW.parent, NEW.kind, NEW.subject, NEW.fixed, NEW.run, NEW.own);
    END`);
  database.close();
}

test('a storage thread that dies restarts the server with all acknowledged data; one that dies again ends it with the cause', async () => {
  const folder = tempFolder();
  const token = (await hearth(['token', 'create', '--name', 'x', '--data-dir', folder])).stdout.trim();
  const ask = (url: string, method: string, path: string, body?: unknown) =>
    fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const start = ['start', '--port', '0', '--host', '127.0.0.1', '--data-dir', folder];
  const before = startHearth(start);
  await ready(before.stdout as Readable);
  before.kill('SIGTERM');
  await once(before, 'exit');
  plantTooMuch(join(folder, 'history.db'));

  const server = startHearth(start);
  const out = server.stdout as Readable;
  let said = '';
  server.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const first = await ready(out);
  await ask(first, 'POST', 'states/sensor.fat', { state: '1' });
  await ask(first, 'POST', 'config/automation/config/kept', { alias: 'Kept', triggers: [], actions: [] });

  const again = ready(out);
  const refused = await ask(first, 'GET', 'logbook');
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { code: 'unavailable', message: 'history.db could not be used: its worker has ended' },
  ]);
  const second = await again;
  expect(said).toContain('The storage thread failed: restarting the server from the saved data reason=');
  expect(said).toContain('ERR_WORKER_OUT_OF_MEMORY');
  expect((await ask(second, 'GET', 'states/automation.kept')).status).toBe(200);

  await ask(second, 'POST', 'states/sensor.fat', { state: '2' });
  const gone = once(server, 'exit');
  await ask(second, 'GET', 'logbook').catch(() => {});
  expect(await gone).toEqual([1, null]);
  expect(said).toContain('The storage thread failed again: stopping the server');
});
