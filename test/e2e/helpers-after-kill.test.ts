import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Each helper, the service called for it, and its state afterwards. */
const SAID: readonly (readonly [string, object, string, object, string])[] = [
  ['input_boolean', {}, 'turn_on', {}, 'on'],
  ['input_number', { min: 0, max: 10 }, 'set_value', { value: 7 }, '7.0'],
  ['input_select', { options: ['home', 'away'] }, 'select_option', { option: 'away' }, 'away'],
  ['input_text', {}, 'set_value', { value: 'naïve 🏠' }, 'naïve 🏠'],
  ['input_datetime', { has_date: true }, 'set_datetime', { date: '2031-02-03' }, '2031-02-03'],
  ['counter', {}, 'increment', {}, '1'],
  ['timer', { duration: 600, restore: true }, 'start', { duration: 900 }, 'active'],
];

test('what is said to helpers is there after a kill -9 right behind the answer', async () => {
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
