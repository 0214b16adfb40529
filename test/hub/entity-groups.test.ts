import { expect, test } from 'vitest';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a group made in the app is an entity that acts on its members, after a restart too', async () => {
  const dataDir = tempFolder();
  leaveOutPast(dataDir);
  const demo = { demo: true };
  let hub = await startTestHub(demo, dataDir);
  let client = await hub.connect();
  const lights = (await hub.rest('GET', '/api/states')).json
    .filter((one: { entity_id: string; state: string }) => /^light\./.test(one.entity_id))
    .filter((one: { state: string }) => one.state !== 'unavailable')
    .map((one: { entity_id: string }) => one.entity_id)
    .slice(0, 3);
  const fields = { group_type: 'light', name: 'Some lights', entities: lights };
  const item = await client.must({ type: 'group/create', ...fields });
  expect(item).toMatchObject({ id: 'some_lights', ...fields, all: false });
  await hub.stop();
  hub = await startTestHub(demo, dataDir);
  client = await hub.connect();
  expect(await client.must({ type: 'group/list' })).toEqual([item]);
  const target = { entity_id: 'light.some_lights' };
  await hub.rest('POST', '/api/services/light/turn_on', target);
  const { json } = await hub.rest('POST', '/api/services/light/turn_off', target);
  const off = json.filter((one: { state: string }) => one.state === 'off');
  const ids = new Set(off.map((one: { entity_id: string }) => one.entity_id));
  expect(ids).toEqual(new Set([...lights, 'light.some_lights']));
  const entry = await client.must({ type: 'config/entity_registry/get', ...target });
  expect(entry).toMatchObject({ platform: 'group', unique_id: 'some_lights' });
  await client.must({ type: 'group/delete', group_id: 'some_lights' });
  expect((await hub.rest('GET', '/api/states/light.some_lights')).status).toBe(404);
  await hub.stop();
});

test('calendars as one show the events of all, and take none', async () => {
  const hub = await startTestHub();
  const client = await hub.connect();
  for (const [name, day] of [
    ['One', '2040-01-02'],
    ['Two', '2040-01-01'],
  ] as const) {
    await client.must({ type: 'calendar/create', name });
    const event = { summary: name, dtstart: day, dtend: '2040-01-03' };
    await client.must({ type: 'calendar/event/create', entity_id: `calendar.${name.toLowerCase()}`, event });
  }
  const entities = ['calendar.one', 'calendar.two'];
  await client.must({ type: 'group/create', group_type: 'calendar', name: 'Both', entities });
  const { json } = await hub.rest('GET', '/api/calendars/calendar.both?start=2040-01-01&end=2040-02-01');
  expect(json.map(({ summary }: { summary: string }) => summary)).toEqual(['Two', 'One']);
  const shown = (await hub.rest('GET', '/api/states/calendar.both')).json;
  expect(shown.attributes).toMatchObject({ message: 'Two', entity_id: entities, supported_features: 0 });
  const event = { summary: 'X', dtstart: '2040-01-01', dtend: '2040-01-03' };
  const refused = await client.ask({ type: 'calendar/event/create', entity_id: 'calendar.both', event });
  expect(refused.error.code).toBe('not_supported');
  await hub.stop();
});
