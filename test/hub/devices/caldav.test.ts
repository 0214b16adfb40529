import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceHome, expectRecorded, openDeviceHome, setUp } from '../../support/device-home.ts';

let at: DeviceHome;
beforeAll(async () => {
  at = await openDeviceHome({ name: 'caldav', script: 'caldav', protocol: 'http' });
});
afterAll(() => at.close());

const answerOf = async (service: string, data: object) => {
  const { json } = await at.call(`${service}?return_response`, data);
  return json.service_response;
};
const chores = async () =>
  (await answerOf('todo.get_items', { entity_id: 'todo.chores' }))['todo.chores'].items;

/** Lets the reading that follows a command end, so that a recording is played in the order in which it was made. */
const settle = async (next: string) => {
  await new Promise((resolve) => setTimeout(resolve, 600));
  await at.device.act(next, () => {});
};

describe('CalDAV', () => {
  it('is set up, with the entities of Home Assistant', async () => {
    const account = { url: `http://${at.device.address}/`, username: 'anna' };
    expect(await setUp(at.home, 'caldav', { ...account, password: 'wrong' })).toMatchObject({
      errors: { base: 'invalid_auth' },
    });
    const made = await setUp(at.home, 'caldav', { ...account, password: 'secret' });
    expect(made).toMatchObject({ type: 'create_entry', title: 'anna' });
    await expect.poll(async () => (await at.stateOf('todo.chores'))?.state).toBe('1');
    await expectRecorded(at.owner, 'caldav', { '<entry_id>': made.result.entry_id });
    expect((await at.stateOf('todo.chores')).attributes.supported_features).toBe(119);
    expect((await at.stateOf('calendar.house')).attributes.supported_features).toBe(1);
  });

  it('lists events, each occurrence of repeated ones, and adds one', async () => {
    const span = { start_date_time: '2026-12-07 00:00:00', end_date_time: '2026-12-08 00:00:00' };
    const events = async () =>
      (await answerOf('calendar.get_events', { entity_id: 'calendar.house', ...span }))['calendar.house']
        .events;
    await expect.poll(events).toEqual([{ start: '2026-12-07', end: '2026-12-08', summary: 'Bins' }]);
    const added = {
      ...{ summary: 'Tea, at; five', location: 'Kitchen' },
      ...{ start_date_time: '2026-12-07T16:00:00+00:00', end_date_time: '2026-12-07T17:00:00+00:00' },
    };
    await settle('add an event');
    await at.call('calendar.create_event', { entity_id: 'calendar.house', ...added });
    await expect
      .poll(events)
      .toEqual(
        expect.arrayContaining([expect.objectContaining({ summary: 'Tea, at; five', location: 'Kitchen' })]),
      );
  });

  it('adds, renames, completes and removes tasks', async () => {
    const list = { entity_id: 'todo.chores' };
    await settle('add a task');
    await at.call('todo.add_item', {
      ...list,
      item: 'Sweep',
      due_date: '2026-12-24',
      description: 'All; of it',
    });
    await expect
      .poll(chores)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ summary: 'Sweep', due: '2026-12-24', description: 'All; of it' }),
        ]),
      );
    await settle('change a task');
    await at.call('todo.update_item', { ...list, item: 'Sweep', rename: 'Sweep up', status: 'completed' });
    await expect
      .poll(chores)
      .toEqual(
        expect.arrayContaining([expect.objectContaining({ summary: 'Sweep up', status: 'completed' })]),
      );
    await settle('remove a task');
    await at.call('todo.remove_item', { ...list, item: 'Mend the lamp' });
    await expect.poll(async () => (await at.stateOf('todo.chores')).state).toBe('0');
    expect(await chores()).toHaveLength(1);
  });
});
