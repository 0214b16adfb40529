import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('changes are listed, shown and undone on the command line, with and without a server', {
  timeout: 120_000,
}, async () => {
  const folder = tempFolder();
  const run = (...args: string[]) => hearth([...args, '--data-dir', folder]);
  const token = (await run('token', 'create', '--name', 'test')).stdout.trim();
  const server = await serveHearth(folder, { flags: ['--log-level', 'error'] });
  const client = await TestClient.open(server.url, token);
  await client.must({ type: 'config/area_registry/create', name: 'Kitchen' });
  await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', icon: 'mdi:stove' });
  const config = { alias: 'Evening', triggers: [], actions: [] };
  const headers = { authorization: `Bearer ${token}` };
  const path = `${server.url}/api/config/automation/config/evening`;
  await fetch(path, { method: 'POST', headers, body: JSON.stringify(config) });

  const listed = await run('changes', 'list');
  expect(listed.stdout).toMatch(/area Kitchen changed\n.*area Kitchen created\n/);
  const [, id = ''] = /(\d+) .*area Kitchen changed/.exec(listed.stdout) ?? [];
  const shown = await run('changes', 'show', id);
  expect(shown.stdout).toContain('icon: "mdi:stove" -> null');
  const undone = await run('changes', 'undo', id);
  expect(undone).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Undone\. This is change \d+\.\n$/),
  });
  const [area] = await client.must({ type: 'config/area_registry/list' });
  expect(area).toMatchObject({ name: 'Kitchen', icon: null });

  await server.kill();
  expect((await run('changes', 'list', '--limit', '1')).stdout).toMatch(
    /area Kitchen changed \(undoes \d+\)\n/,
  );
  expect((await run('changes', 'undo', '999999')).stderr).toContain('999999');
  expect((await run('changes', 'undo', 'last')).stderr).toContain('last is no number');
  expect((await run('changes', 'undo-to', 'yesterday')).stderr).toContain('yesterday is no time');
  const preview = await run('changes', 'undo-to', '2020-01-01', '--dry-run');
  expect(preview.stdout).toMatch(/automation Evening: same/);
  expect((await run('changes', 'undo-to', '2020-01-01')).code).toBe(0);

  const again = await serveHearth(folder, { flags: ['--log-level', 'error'] });
  const next = await TestClient.open(again.url, token);
  expect(await next.must({ type: 'config/area_registry/list' })).toEqual([]);
  const gone = await fetch(`${again.url}/api/config/automation/config/evening`, { headers });
  expect(gone.status).toBe(404);
  await again.kill();
});
