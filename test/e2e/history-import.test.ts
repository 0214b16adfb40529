import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HEADER =
  'entity_id,state,attributes,last_changed,last_updated,context_id,context_parent_id,context_user_id';

test('hearth history import checks a file, and imports it once', async () => {
  const folder = tempFolder();
  await serveHearth(folder, { flags: ['--log-level', 'error'] });
  const file = join(folder, 'old.csv');
  const time = (index: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + index * 60_000).toISOString();
  const lines = Array.from({ length: 2000 }, (_, i) => `sensor.old,${i},{},${time(i)},${time(i)},,,\r\n`);
  writeFileSync(file, `${HEADER}\r\n${lines.join('')}`);
  const run = (...args: string[]) => hearth(['history', 'import', '--data-dir', folder, ...args]);
  const counts = (added: number) =>
    `ENTITY      NEW   EXISTING\nsensor.old  ${String(added).padEnd(4)}  ${2000 - added}\n`;
  const checked = await run(file, '--check');
  expect(checked).toMatchObject({ stderr: '', code: 0 });
  expect(checked.stdout).toContain(counts(2000));
  expect(checked.stdout).toContain('Nothing was imported');
  const done = await run(file, '--yes');
  expect(done).toMatchObject({ stderr: '', code: 0 });
  expect(done.stdout).toMatch(/\nImported\.\n$/);
  const output = join(folder, 'back.csv');
  await hearth(['history', 'export', '--data-dir', folder, '--entities', 'sensor.old', '--output', output]);
  const normal = (text: string) => text.replaceAll('+00:00', 'Z').replace(/\.000(000)?Z/g, 'Z');
  expect(normal(readFileSync(output, 'utf8'))).toBe(normal(readFileSync(file, 'utf8')));
  const again = await run(file, '--check');
  expect(again.stdout).toMatch(/sensor\.old +0 +2000/);
  writeFileSync(file, `${HEADER}\n${lines[0]}sensor.old,1,{},2999-01-01T00:00:00Z,2999-01-01T00:00:00Z,,,\n`);
  const refused = await run(file, '--yes');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('hearth: line 3: last_updated is in the future: 2999-01-01T00:00:00Z\n');
  expect((await run(join(folder, 'none'))).stderr).toContain('none does not exist');
  const audit = await hearth(['audit', '--action', 'history_imported', '--data-dir', folder]);
  expect(
    audit.stdout
      .trim()
      .split('\n')
      .filter((line) => line.includes('history_imported')),
  ).toHaveLength(1);
});
