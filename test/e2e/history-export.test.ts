import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('hearth history export writes what the running server recorded', async () => {
  const folder = tempFolder();
  const { kill } = await serveHearth(folder, { flags: ['--demo', '--log-level', 'error'] });
  const output = join(folder, 'history.csv');
  const run = (...flags: string[]) => hearth(['history', 'export', '--data-dir', folder, ...flags]);
  expect(await run('--output', output)).toEqual({ stdout: '', stderr: '', code: 0 });
  const [header = '', ...lines] = readFileSync(output, 'utf8').split('\r\n');
  expect(header).toMatch(/^entity_id,state,attributes/);
  expect(lines.filter((line) => line.startsWith('light.')).length).toBeGreaterThan(0);
  const chosen = await run('--format', 'jsonl', '--entities', 'sun.sun');
  const found = chosen.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).entity_id);
  expect([...new Set(found)]).toEqual(['sun.sun']);
  expect((await run('--output', output)).stderr).toBe(
    `hearth: ${output} exists already; choose another file\n`,
  );
  expect((await run('--start', 'yesterday')).stderr).toBe(
    'hearth: start is not a point in time: yesterday\n',
  );
  await kill('SIGTERM');
  const stopped = await run();
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain('history/export needs a running server');
});
