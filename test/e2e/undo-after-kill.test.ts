import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const KILLS = seeds(3, 40);
const ITEMS = 3;
const FILES = ['automations.yaml', 'scripts.yaml', 'scenes.yaml'];

type Configuration = Readonly<Record<string, unknown>>;

/** The files of items, and the documents that undo changes. */
async function configurationOf(folder: string, client: TestClient): Promise<Configuration> {
  const files = FILES.map((name) => {
    const path = join(folder, name);
    return [name, existsSync(path) ? readFileSync(path, 'utf8') : null] as const;
  });
  const areas = await client.must({ type: 'config/area_registry/list' });
  return { ...Object.fromEntries(files), areas };
}

async function serve(folder: string, token: string) {
  const { url, kill } = await serveHearth(folder, { flags: ['--log-level', 'error'] });
  return { url, kill, client: await TestClient.open(url, token) };
}

/** Makes changes of documents and of several files, and returns the time before them. */
async function change(url: string, token: string, client: TestClient): Promise<string> {
  const [before] = await client.must({ type: 'hearth/changes/list', limit: 1 });
  for (let count = 0; count < ITEMS; count += 1) {
    await client.must({ type: 'config/area_registry/create', name: `Area ${count}` });
    const configs = {
      automation: { alias: `Item ${count}`, triggers: [], actions: [] },
      script: { alias: `Item ${count}`, sequence: [{ delay: 1 }] },
      scene: { name: `Item ${count}`, entities: { 'light.none': { state: 'on' } } },
    };
    for (const [domain, config] of Object.entries(configs)) {
      const { status } = await fetch(`${url}/api/config/${domain}/config/item${count}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(config),
      });
      expect(status).toBe(200);
    }
  }
  return before.time;
}

test('an undo that is killed at any moment is done or not done, never in part', {
  timeout: 600_000,
}, async () => {
  const folder = tempFolder();
  const { stdout } = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
  const token = stdout.trim();
  let server = await serve(folder, token);
  await server.client.must({ type: 'config/floor_registry/create', name: 'Ground' });
  const outcomes = { undone: 0, kept: 0 };
  let longest = 20;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const to = await change(server.url, token, server.client);
    const whole = await configurationOf(folder, server.client);
    const undoing = server.client.ask({ type: 'hearth/changes/undo', to });
    // The first one is measured: the others are killed at moments spread over its time.
    if (kill === 0) {
      const began = performance.now();
      expect((await undoing).success).toBe(true);
      longest = performance.now() - began;
    } else {
      await new Promise((resolve) => setTimeout(resolve, (longest * kill) / KILLS));
    }
    await server.kill();
    // The next start completes or drops what was interrupted.
    server = await serve(folder, token);
    const now = await configurationOf(folder, server.client);
    if ((now.areas as unknown[]).length === 0) {
      expect(FILES.map((name) => [name, /Item/.test(String(now[name]))])).toEqual(
        FILES.map((name) => [name, false]),
      );
      outcomes.undone += 1;
    } else {
      expect(now).toEqual(whole);
      outcomes.kept += 1;
      await server.client.must({ type: 'hearth/changes/undo', to });
    }
  }
  await server.kill();
  expect(outcomes.undone).toBeGreaterThan(0);
});
