import { describe, expect, test } from 'vitest';
import type { Context } from '../../../src/core/context.ts';
import { type EntryForm, EntryWriter } from '../../../src/history/logbook/entry-writer.ts';
import type { LoggedEvent } from '../../../src/history/logbook/logged-event.ts';
import { inOrder, Origins } from '../../../src/history/logbook/origins.ts';
import type { Sight } from '../../../src/history/logbook/sight.ts';
import { extraOf, type StateRow } from '../../../src/history/logbook/state-row.ts';

const everything: Sight = { isVisible: null, userId: null };

function context(id: string, parent: string | null = null, user: string | null = null): Context {
  return { id, parent_id: parent, user_id: user };
}

function change(entityId: string, at: number, more: Partial<StateRow> = {}): StateRow {
  return { at, entityId, state: 'on', extra: '', context: null, ...more };
}

let lastId = 0;

function event(
  type: string,
  at: number,
  own: Context,
  more: Partial<Pick<LoggedEvent, 'data' | 'trigger' | 'parentUserId'>> = {},
): LoggedEvent {
  lastId += 1;
  return { type, id: lastId, at, context: own, parentUserId: null, data: {}, trigger: null, ...more };
}

function call(at: number, own: Context, service: string): LoggedEvent {
  const [domain, name] = service.split('.');
  return event('call_service', at, own, { data: { domain, service: name } });
}

const hallData = { name: 'Hall', entity_id: 'automation.hall', item_id: 'hall', run_id: 'r1' };

function hall(at: number, own: Context, more: Partial<LoggedEvent> = {}): LoggedEvent {
  const data = { ...hallData, source: 'state of binary_sensor.motion' };
  return event('automation_triggered', at, own, { data, ...more });
}

function entries(
  states: readonly StateRow[],
  events: readonly LoggedEvent[],
  form: Partial<EntryForm> = {},
): unknown[] {
  const origins = new Origins(events, states);
  const writer = new EntryWriter({ sight: everything, style: 'websocket', names: new Map(), ...form });
  return inOrder(states, events, origins).flatMap((row) => {
    const text = writer.entry(row, origins);
    return text === undefined ? [] : [JSON.parse(text)];
  });
}

describe('an entry of a state', () => {
  test('has the time in seconds, the state and the entity', () => {
    expect(entries([change('light.hall', 1500)], [])).toEqual([
      { when: 1.5, state: 'on', entity_id: 'light.hall' },
    ]);
  });

  test('has the icon, and of event entities the type of the event', () => {
    const attributes = '{"icon":"mdi:a","event_type":"press"}';
    const [light, button] = entries(
      ['light.hall', 'event.bell'].map((id, i) => change(id, i + 1, { extra: extraOf(id, attributes) })),
      [],
    );
    expect(light).toEqual({ when: 0.001, state: 'on', entity_id: 'light.hall', icon: 'mdi:a' });
    expect(button).toMatchObject({ icon: 'mdi:a', attributes: { event_type: 'press' } });
  });

  test('has over REST the time in ISO 8601 and a name, by default the words of the ID', () => {
    const names = new Map([['light.hall', 'The "hall"']]);
    const states = [change('light.hall', 1500), change('light.back_door', 2500)];
    expect(entries(states, [], { style: 'rest', names })).toEqual([
      {
        ...{ when: '1970-01-01T00:00:01.500000+00:00', state: 'on' },
        ...{ entity_id: 'light.hall', name: 'The "hall"' },
      },
      {
        ...{ when: '1970-01-01T00:00:02.500000+00:00', state: 'on' },
        ...{ entity_id: 'light.back_door', name: 'back door' },
      },
    ]);
  });

  test('names the service call and its user', () => {
    const own = context('c', null, 'ada');
    const states = [change('light.hall', 2, { context: own })];
    expect(entries(states, [call(1, own, 'light.turn_on')])).toEqual([
      {
        ...{ when: 0.002, state: 'on', entity_id: 'light.hall', context_user_id: 'ada' },
        ...{ context_domain: 'light', context_service: 'turn_on', context_event_type: 'call_service' },
      },
    ]);
  });

  test('names only the user where nothing else happened in its context', () => {
    const states = [change('light.hall', 2, { context: context('c', null, 'ada') })];
    expect(entries(states, [])).toEqual([
      { when: 0.002, state: 'on', entity_id: 'light.hall', context_user_id: 'ada' },
    ]);
  });

  test('names the change its context began with', () => {
    const own = context('c', null, 'ada');
    const states = [change('light.hall', 1, { context: own }), change('light.attic', 2, { context: own })];
    const [first, second] = entries(states, [], { style: 'rest' });
    expect(first).not.toHaveProperty('context_entity_id');
    expect(second).toMatchObject({
      ...{ context_state: 'on', context_entity_id: 'light.hall', context_entity_id_name: 'hall' },
    });
  });

  test('names the automation that changed it, its trigger and the user behind the trigger', () => {
    const own = context('b', 'a');
    const run = hall(2, own, { parentUserId: 'ada' });
    const states = [change('light.hall', 2, { context: own })];
    const [, light] = entries(states, [run, call(2, own, 'light.turn_on')], { style: 'rest' });
    expect(light).toMatchObject({
      ...{ entity_id: 'light.hall', context_user_id: 'ada', context_event_type: 'automation_triggered' },
      ...{ context_domain: 'automation', context_name: 'Hall', context_entity_id: 'automation.hall' },
      context_message: 'triggered by state of binary_sensor.motion',
      context_source: 'state of binary_sensor.motion',
      context_entity_id_name: 'hall',
    });
  });
});

describe('an entry of an event', () => {
  test('shows an automation with its run', () => {
    expect(entries([], [hall(1000, context('b'))])).toEqual([
      {
        ...{ when: 1, name: 'Hall', domain: 'automation', entity_id: 'automation.hall', context_id: 'b' },
        ...{ item_id: 'hall', run_id: 'r1', source: 'state of binary_sensor.motion' },
        message: 'triggered by state of binary_sensor.motion',
      },
    ]);
    const [manual] = entries([], [hall(1, context('b'), { data: hallData })]);
    expect(manual).toMatchObject({ message: 'triggered', source: null });
  });

  test('names the change that triggered the automation, also where its context is not recorded', () => {
    const trigger = { entityId: 'binary_sensor.motion', state: 'on', at: 5 };
    const states = [change('binary_sensor.motion', 4), change('binary_sensor.motion', 5)];
    const [, , run] = entries(states, [hall(5, context('b', 'a'), { trigger })]);
    expect(run).toMatchObject({ context_state: 'on', context_entity_id: 'binary_sensor.motion' });
    const [alone] = entries([], [hall(5, context('b', 'a'), { trigger })]);
    expect(alone).not.toHaveProperty('context_state');
  });

  test('shows a script with the call that started it', () => {
    const own = context('c', null, 'ada');
    const data = { name: 'Night', entity_id: 'script.night', item_id: 'night', run_id: 'r2' };
    const events = [call(1, own, 'script.night'), event('script_started', 2, own, { data })];
    const states = [change('script.night', 2, { context: own })];
    const [script, state] = entries(states, events);
    expect(script).toEqual({
      ...{ when: 0.002, name: 'Night', message: 'started', domain: 'script', entity_id: 'script.night' },
      ...{ context_id: 'c', item_id: 'night', run_id: 'r2', context_user_id: 'ada' },
      ...{ context_domain: 'script', context_service: 'night', context_event_type: 'call_service' },
    });
    expect(state).toMatchObject({ state: 'on', context_service: 'night' });
  });

  test.each([
    [{ entity_id: 'light.hall' }, { domain: 'light', entity_id: 'light.hall' }],
    [
      { entity_id: 'light.hall', domain: 'zoo' },
      { domain: 'zoo', entity_id: 'light.hall' },
    ],
    [{}, { domain: 'logbook', entity_id: null }],
  ])('shows a logbook entry with %j', (given, shown) => {
    const data = { name: 'Golden', message: 'was here', ...given };
    expect(entries([], [event('logbook_entry', 1000, context('c'), { data })])).toEqual([
      { when: 1, name: 'Golden', message: 'was here', ...shown },
    ]);
  });

  test('shows the start and the stop of the server and zones that a phone crossed', () => {
    const data = { zone: 'zone.work', sourceDeviceName: 'Phone' };
    const events = [
      event('homeassistant_start', 1000, context('a')),
      event('homeassistant_stop', 2000, context('b')),
      event('ios.zone_entered', 3000, context('c'), { data }),
    ];
    const server = { name: 'Home Assistant', icon: 'mdi:home-assistant', domain: 'homeassistant' };
    expect(entries([], events)).toEqual([
      { when: 1, message: 'started', ...server },
      { when: 2, message: 'stopped', ...server },
      {
        ...{ when: 3, name: 'Phone', message: 'entered zone zone.work', icon: 'mdi:crosshairs-gps' },
        ...{ domain: 'mobile_app', entity_id: 'zone.work' },
      },
    ]);
  });

  test('does not exist for other events', () => {
    const own = context('c');
    expect(entries([], [call(1, own, 'light.turn_on'), event('logbook_entry', 2, own)])).toEqual([]);
  });
});

test('entries are ordered by time, and causes precede their effects', () => {
  const own = context('b', 'a');
  const states = [
    change('light.hall', 5, { context: own }),
    change('binary_sensor.motion', 5),
    change('lock.door', 4),
  ];
  const shown = entries(states, [hall(5, own)]) as { entity_id: string }[];
  expect(shown.map(({ entity_id: id }) => id)).toEqual([
    'lock.door',
    'binary_sensor.motion',
    'automation.hall',
    'light.hall',
  ]);
});

describe('a limited caller', () => {
  const own = context('b', 'a', 'ada');
  const trigger = { entityId: 'binary_sensor.motion', state: 'on', at: 1 };
  const states = [change('light.hall', 3, { context: own })];

  function seen(ids: readonly string[], events: readonly LoggedEvent[], userId = 'ben'): unknown[] {
    return entries(states, events, { sight: { isVisible: (id) => ids.includes(id), userId } });
  }

  test('learns only the own user ID', () => {
    expect(seen(['light.hall'], [])).toEqual([{ when: 0.003, state: 'on', entity_id: 'light.hall' }]);
    expect(seen(['light.hall'], [], 'ada')).toMatchObject([{ context_user_id: 'ada' }]);
  });

  test('learns of a hidden automation only that it was one', () => {
    const cause = { context_event_type: 'automation_triggered', context_domain: 'automation' };
    expect(seen(['light.hall'], [hall(2, own, { trigger })])).toEqual([
      { when: 0.003, state: 'on', entity_id: 'light.hall', ...cause },
    ]);
  });

  test('learns what triggered an automation only if it is an entity they see', () => {
    const ids = ['light.hall', 'automation.hall'];
    const hidden = seen(ids, [hall(2, own, { trigger })]);
    expect(hidden).toMatchObject([{ message: 'triggered', source: null }, { context_message: 'triggered' }]);
    expect(JSON.stringify(hidden)).not.toContain('motion');
    const [run] = seen([...ids, 'binary_sensor.motion'], [hall(2, own, { trigger })]);
    expect(run).toMatchObject({ source: 'state of binary_sensor.motion' });
    const secret = { ...hallData, source: 'state of lock.safe' };
    const other = seen([...ids, 'binary_sensor.motion'], [hall(2, own, { trigger, data: secret })]);
    expect(JSON.stringify(other)).not.toContain('safe');
  });

  test('learns no hidden script from the service of its name', () => {
    const [light] = seen(['light.hall'], [call(2, own, 'script.secret')]);
    expect(light).not.toHaveProperty('context_service');
    const [known] = seen(['light.hall', 'script.secret'], [call(2, own, 'script.secret')]);
    expect(known).toMatchObject({ context_service: 'secret' });
  });

  test('sees messages only of entities they see', () => {
    const entry = (entityId?: string) =>
      event('logbook_entry', 1, context('x'), {
        data: { name: 'A', message: 'B', ...(entityId === undefined ? {} : { entity_id: entityId }) },
      });
    expect(seen(['light.hall'], [entry(), entry('lock.safe')])).toHaveLength(1);
    expect(seen(['light.hall'], [entry('light.hall')])).toHaveLength(2);
    expect(seen(['light.hall'], [event('homeassistant_start', 1, context('y'))])).toHaveLength(2);
  });
});
