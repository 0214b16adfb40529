import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeRestorePoint } from '../../src/backup/restore-point.ts';
import { readRunRecord } from '../../src/backup/run-record.ts';
import { explainNewer } from '../../src/commands/older-version.ts';
import { silentLog } from '../../src/core/log.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { readFileVersion } from '../../src/storage/file-version.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { startTestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const parts = (folder: string, version: string) => ({ folder, version, clock: testTime, log: silentLog });
const archives = (folder: string): string[] =>
  readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.tar'));

it('an update makes a backup first, and says what it has lost and how to go back', async () => {
  const folder = tempFolder();
  const automations = join(folder, 'automations.yaml');
  writeFileSync(automations, '- {id: a, alias: A, triggers: [], actions: []}\n');
  const start = (version: string) => startTestHub({}, folder, testTime, { version });
  await makeRestorePoint(parts(folder, '1.0.0'));
  await (await start('1.0.0')).stop();
  await makeRestorePoint(parts(folder, '1.0.0'));
  expect(readRunRecord(folder)).toMatchObject({
    version: '1.0.0',
    update: null,
    contents: { automations: 1 },
  });

  await makeRestorePoint(parts(folder, '1.1.0'));
  const [archive, ...others] = archives(folder);
  expect(others).toEqual([]);
  // What a faulty update would do.
  writeFileSync(automations, '[]\n');
  const copy = join(folder, 'backups', 'hearth-v8-2026-01-01T00-00-00.db');
  writeFileSync(copy, 'passwords as plain text');
  const home = await start('1.1.0');
  const client = await home.connect();
  const { hearth, backups } = await client.must({ type: 'backup/info' });
  expect(backups[0].name).toBe('Before the update to 1.1.0');
  expect(archive).toContain(backups[0].backup_id);
  expect(hearth.update).toMatchObject({
    ...{ from: '1.0.0', to: '1.1.0', restore_point: backups[0].backup_id },
    missing: [{ what: 'automations', before: 1, after: 0 }],
  });
  const notes = await client.must({ type: 'persistent_notification/get' });
  expect(JSON.stringify(notes)).toContain(`bin/hearth backup restore ${backups[0].backup_id}`);
  // The backup is checked by itself: a server starts from what the former version left.
  await expect
    .poll(async () => (await client.must({ type: 'backup/info' })).backups[0].hearth.rehearsed_at, {
      timeout: 30_000,
    })
    .not.toBeNull();
  // It has what a copy of the database has, which nobody needs any more.
  await expect.poll(() => existsSync(copy)).toBe(false);
  await client.must({ type: 'config/area_registry/create', name: 'Later' });
  await home.stop();

  const newer = Array.from({ length: 99 }, (_, index) => ({ version: index + 1, name: '', sql: [] }));
  const database = await openDatabase({
    ...{ file: join(folder, 'hearth.db'), migrations: newer, backupFolder: folder },
    ...{ clock: testTime, log: silentLog },
  });
  await database.close();
  await makeRestorePoint(parts(folder, '1.0.0'));
  const error = await openDataFolder({ folder, clock: testTime, log: silentLog }).catch((thrown) => thrown);
  const { message } = (await explainNewer(error, folder, testTime)) as Error;
  expect(message).toContain(`To go back to version 1.0.0: bin/hearth backup restore ${backups[0].backup_id}`);
  expect(message).toMatch(/It would undo \d+ changes since then:\n(.*\n)*.*areas later/);
});

it('a migration is never made without a backup', async () => {
  const folder = tempFolder();
  const file = join(folder, 'hearth.db');
  const old = {
    file,
    migrations: hearthMigrations.slice(0, 5),
    backupFolder: folder,
    clock: testTime,
    log: silentLog,
  };
  await (await openDatabase(old)).close();
  await makeRestorePoint(parts(folder, '1.1.0'));
  expect(archives(folder)).toHaveLength(1);
  expect(readFileVersion(file)?.made).toBe(5);
  const broken = tempFolder();
  await (await openDatabase({ ...old, file: join(broken, 'hearth.db'), backupFolder: broken })).close();
  writeFileSync(join(broken, 'backups'), 'in the way of the folder');
  await expect(makeRestorePoint(parts(broken, '1.1.0'))).rejects.toMatchObject({
    reason: { key: 'no_restore_point' },
  });
  expect(readFileVersion(join(broken, 'hearth.db'))?.made).toBe(5);
});
