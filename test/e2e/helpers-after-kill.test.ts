import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

/** Each helper, the service called for it, and its state afterwards. */
const SAID = cases<readonly (readonly [string, object, string, object, string])[]>('helpers');

test('changes of helpers are there after a kill -9 right after the response', async () => {
  const folder = tempFolder();
  const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
  const token = made.stdout.trim();
  const first = await serveHearth(folder);
  const client = await TestClient.open(first.url, token);
  for (const [domain, settings] of SAID)
    await client.must({ type: `${domain}/create`, name: 'Kept', ...settings });
  await client.must({ type: 'timer/create', name: 'Paused', duration: 600, restore: true });
  const say = (domain: string, service: string, data: object = {}) =>
    client.must({ type: 'call_service', domain, service, service_data: data });
  await say('timer', 'start', { entity_id: 'timer.paused' });
  await say('timer', 'change', { entity_id: 'timer.paused', duration: -300 });
  await Promise.all([
    ...SAID.map(([domain, , service, data]) =>
      say(domain, service, { entity_id: `${domain}.kept`, ...data }),
    ),
    say('timer', 'pause', { entity_id: 'timer.paused' }),
  ]);
  await first.kill();

  const second = await serveHearth(folder);
  const states = await (await TestClient.open(second.url, token)).must({ type: 'get_states' });
  const found = Object.fromEntries(
    states.map(({ entity_id, state }: { entity_id: string; state: string }) => [entity_id, state]),
  );
  for (const [domain, , , , state] of SAID) expect(found).toHaveProperty([`${domain}.kept`], state);
  const paused = states.find(({ entity_id }: { entity_id: string }) => entity_id === 'timer.paused');
  expect(paused).toMatchObject({ state: 'paused', attributes: { last_transition: 'paused' } });
  expect(paused.attributes.remaining).toMatch(/^0:0(5:00|4:5\d)$/);
  await second.kill();
}, 60_000);
