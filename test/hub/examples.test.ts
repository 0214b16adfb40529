import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const FOLDER = join(import.meta.dirname, '../../examples');
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
});
afterAll(() => hub.stop());

function run(name: string): ChildProcess {
  const env = { ...process.env, HEARTH_URL: hub.url, HEARTH_TOKEN: hub.token };
  const child = spawn(process.execPath, [join(FOLDER, name)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('watch.js prints each change', async () => {
  const child = run('watch.js');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('watching');
  await hub.rest('POST', '/api/states/sensor.example', { state: 'seen' });
  for (;;) if ((await lines.next()).value === 'sensor.example seen') break;
});

test('evening.js turns down the lights that are on', async () => {
  await hub.rest('POST', '/api/services/light/turn_on', {
    entity_id: 'light.kitchen_ceiling',
    brightness: 255,
  });
  const child = run('evening.js');
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(output).toContain('light.kitchen_ceiling: turned down');
  expect((await hub.rest('GET', '/api/states/light.kitchen_ceiling')).json.attributes.brightness).toBe(51);
});

test('each example has a test: programs here, integrations in process-integrations.test.ts', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(['evening.js', 'integrations', 'watch.js']);
  expect(readdirSync(join(FOLDER, 'integrations'))).toEqual(['switch']);
});
