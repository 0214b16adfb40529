import { describe, expect, it } from 'vitest';
import { isExposed, readUrl } from '../../../integrations/another_hub/address.ts';
import { Calls } from '../../../integrations/another_hub/calls.ts';
import { describe as describeEntity, extraOf } from '../../../integrations/another_hub/description.ts';
import table from '../../../integrations/another_hub/domains.json' with { type: 'json' };
import type { Registries, RemoteEntity } from '../../../integrations/another_hub/registries.ts';
import { applyChanges, type RemoteState } from '../../../integrations/another_hub/remote-state.ts';
import { selector } from '../../../integrations/another_hub/selection.ts';
import { TodoLists } from '../../../integrations/another_hub/todo-lists.ts';
import { domains } from '../../../src/domains/index.ts';
import { HUB_DOMAINS, INTEGRATION_DOMAINS } from '../../../src/integrations/processes/described.ts';

const entity = (entity_id: string, more: Partial<RemoteEntity> = {}): RemoteEntity => ({
  ...{
    id: `id-${entity_id}`,
    entity_id,
    unique_id: entity_id,
    platform: 'demo',
    device_id: null,
    area_id: null,
  },
  ...{ entity_category: null, hidden_by: null },
  ...more,
});
const registriesOf = (...entities: RemoteEntity[]): Registries => ({
  config: { location_name: 'There', version: '1', state: 'RUNNING', hearth_id: undefined, unit_system: {} },
  entities: new Map(entities.map((one) => [one.entity_id, one])),
  devices: new Map([
    ['d1', { id: 'd1', name: 'Lamp', area_id: 'kitchen', via_device_id: null, entry_type: null } as never],
  ]),
  areas: new Map([['kitchen', 'Küche']]),
});
const ALL = { domains: [], areas: [], entities: [], excluded: [] };
const NAMING = { hubId: 'there', prefix: 'x_', follows: false, platform: 'another_hub' };

describe('the table of domains', () => {
  it('says what the domains say', () => {
    const mirrored = domains.filter(({ name }) => Object.hasOwn(table, name));
    const facts = mirrored.map(({ name, features, attributes }) => [
      name,
      { features, attributes: Object.keys(attributes) },
    ]);
    expect(Object.fromEntries(facts)).toEqual(table);
    expect(Object.keys(table).sort()).toEqual([...INTEGRATION_DOMAINS, ...HUB_DOMAINS].sort());
  });
});

describe('the selection', () => {
  const registries = registriesOf(
    entity('light.a', { device_id: 'd1' }),
    entity('light.b_kitchen_1'),
    entity('sensor.own', { platform: 'another_hub', unique_id: 'third/here/id-1' }),
    entity('sensor.third', { platform: 'another_hub', unique_id: 'third/id-1' }),
  );
  const chosen = (selection: object, given = registries): string[] => {
    const whyNot = selector({
      ...{ registries: given, selection: { ...ALL, ...selection }, ownId: 'here', platform: 'another_hub' },
    });
    return ['light.a', 'light.b_kitchen_1', 'sensor.own', 'sensor.third', 'zone.home'].filter(
      (id) => whyNot(id) === undefined,
    );
  };
  it('takes everything that this hub does not have itself', () => {
    expect(chosen({})).toEqual(['light.a', 'light.b_kitchen_1', 'sensor.third']);
  });
  it('takes domains, areas by name or ID, and patterns', () => {
    expect(chosen({ domains: [' Sensor'] })).toEqual(['sensor.third']);
    expect(chosen({ areas: ['küche'] })).toEqual(['light.a']);
    expect(chosen({ areas: ['kitchen'] })).toEqual(['light.a']);
    expect(chosen({ entities: ['*kitchen*'] })).toEqual(['light.b_kitchen_1']);
    expect(chosen({ entities: ['light.*_1', 'light.a'] })).toEqual(['light.a', 'light.b_kitchen_1']);
    expect(chosen({ entities: ['light.a*a'] })).toEqual([]);
    expect(chosen({ excluded: ['light.*'] })).toEqual(['sensor.third']);
  });
  it('takes nothing from a hub that follows this one', () => {
    const follower = entity('sensor.f', { platform: 'another_hub', unique_id: 'here/following' });
    expect(chosen({}, registriesOf(entity('light.a'), follower))).toEqual([]);
  });
});

describe('states', () => {
  it('are added, changed and removed, whatever else comes', () => {
    const known = new Map<string, RemoteState>();
    applyChanges(known, {
      a: { 'light.a': { s: 'on', a: { brightness: 3, effect: 'x' } }, 'light.b': { s: 1 } },
    });
    const changes = applyChanges(known, {
      c: {
        'light.a': { '+': { s: 'off', a: { brightness: null } }, '-': { a: ['effect'] } },
        'light.c': { '+': {} },
      },
    });
    expect(Object.fromEntries(changes)).toEqual({
      'light.a': { state: 'off', attributes: { brightness: null } },
    });
    for (const odd of [null, 'x', [], { a: [], c: 'x', r: [1, {}] }, { a: { x: null } }])
      expect([...applyChanges(known, odd)]).toEqual([]);
    applyChanges(known, { r: ['light.a'] });
    expect([...known]).toEqual([]);
  });
});

describe('descriptions', () => {
  it('keep the name that users see, with a device or without', () => {
    const registries = registriesOf(entity('light.a', { device_id: 'd1' }));
    const named = (friendly_name: string) =>
      describeEntity('light.a', { state: 'on', attributes: { friendly_name } }, registries, NAMING);
    expect(named('Lamp')).toMatchObject({ description: { name: null }, device: { name: 'Lamp' } });
    expect(named('Lamp left')).toMatchObject({ description: { name: 'left' }, device: { name: 'Lamp' } });
    expect(named('Other')).toMatchObject({ description: { name: 'Other' }, device: undefined });
  });
  it('name the hubs that an entity came through', () => {
    const through = entity('light.a', { platform: 'another_hub', unique_id: 'third/id-9' });
    const described = describeEntity(
      'light.a',
      { state: 'on', attributes: {} },
      registriesOf(through),
      NAMING,
    );
    expect(described).toMatchObject({ uniqueId: 'there/third/id-9', description: { objectId: 'x_a' } });
  });
  it('add attributes that no domain here has', () => {
    const attributes = { brightness: 3, friendly_name: 'A', power_of: 'x' };
    expect(extraOf('light', { state: 'on', attributes })).toEqual({ power_of: 'x' });
  });
});

describe('commands', () => {
  const CALL = {
    domain: 'light',
    entityId: 'light.a',
    service: 'turn_on',
    fields: {},
    patch: {},
    capabilities: {},
  };
  const held = () => {
    const asked: object[] = [];
    const answers: (() => void)[] = [];
    const socket = {
      ask: (command: object) => {
        asked.push(command);
        return new Promise((resolve) => answers.push(() => resolve({ response: { 'weather.a': [1] } })));
      },
    };
    return { asked, answers, socket: socket as never };
  };
  it('that come back while they are under way are not sent again', async () => {
    const { asked, answers, socket } = held();
    const calls = new Calls();
    const first = calls.send(socket, CALL);
    expect(await calls.send(socket, CALL)).toBeUndefined();
    answers[0]?.();
    await first;
    void calls.send(socket, CALL);
    expect(asked).toHaveLength(2);
  });
  it('that count each time are sent three times at once', async () => {
    const { asked, socket } = held();
    const calls = new Calls();
    const press = { ...CALL, domain: 'button', service: 'press', entityId: 'button.a' };
    for (let i = 0; i < 3; i += 1) void calls.send(socket, press);
    await expect(calls.send(socket, press)).rejects.toThrow('loop');
    expect(asked).toHaveLength(3);
  });
  it('have the fields of the other hub', async () => {
    const { asked, socket } = held();
    const calls = new Calls();
    const of = (name: string, more: object) => {
      const [domain = '', service = ''] = name.split('.');
      void calls.send(socket, { ...CALL, domain, service, entityId: `${domain}.a`, ...more });
      return asked.at(-1);
    };
    expect(of('counter.set_value', { patch: { count: 4 } })).toMatchObject({ service_data: { value: 4 } });
    expect(of('datetime.set_value', { fields: { at: 0, offset: 0 } })).toMatchObject({
      service_data: { datetime: '1970-01-01T00:00:00.000Z' },
    });
    const parts = { patch: { date: '2026-01-02', time: '03:04:05' } };
    expect(
      of('input_datetime.set_datetime', { ...parts, capabilities: { has_date: false, has_time: true } }),
    ).toMatchObject({ service_data: { time: '03:04:05' } });
    await expect(calls.send(socket, { ...CALL, domain: 'camera', service: 'record' })).rejects.toThrow(
      'camera.record',
    );
  });
});

describe('to-do lists', () => {
  const events: ((message: unknown) => void)[] = [];
  const socket = {
    subscribe: async (_command: object, listener: (message: unknown) => void) => void events.push(listener),
  };
  const MILK = { uid: '1', summary: 'Milk', status: 'needs_action' } as const;
  const BREAD = { uid: '2', summary: 'Bread', status: 'completed', due: '2026-12-01' } as const;
  const changes: string[] = [];
  const lists = new TodoLists((entityId) => changes.push(entityId));
  it('have the items of a subscription, without those that are not valid', () => {
    lists.begin(socket as never);
    lists.follow('todo.a');
    lists.follow('todo.a');
    expect([events.length, lists.itemsOf('todo.a')]).toEqual([1, undefined]);
    for (const odd of [null, 'x', { items: 1 }]) events[0]?.(odd);
    expect(lists.itemsOf('todo.a')).toBeUndefined();
    const others = [null, { uid: '' }, { uid: '3', status: 'lost' }];
    events[0]?.({ items: [{ ...MILK, due: null, description: null }, ...others, BREAD] });
    expect(lists.itemsOf('todo.a')).toEqual([MILK, BREAD]);
    expect(changes).toEqual(['todo.a']);
  });
  it('are changed item by item', () => {
    const calls = lists.callsFor('todo.a', [
      { ...MILK, summary: 'Oat milk', due: '2026-12-01T10:00:00+01:00' },
      { uid: '', summary: 'Salt', status: 'needs_action', description: 'coarse' },
    ]);
    expect(calls).toEqual([
      { service: 'remove_item', fields: { item: ['2'] } },
      {
        service: 'update_item',
        fields: { item: '1', rename: 'Oat milk', due_datetime: '2026-12-01T10:00:00+01:00' },
      },
      { service: 'add_item', fields: { item: 'Salt', description: 'coarse' } },
    ]);
    const { due: _, ...undated } = BREAD;
    expect(lists.callsFor('todo.a', [MILK, undated])).toEqual([
      { service: 'update_item', fields: { item: '2', due_date: null } },
    ]);
    expect(lists.callsFor('todo.a', [MILK, BREAD])).toEqual([]);
  });
  it('are not known any more when the connection has ended, and come anew', () => {
    lists.begin({ ...socket } as never);
    events[0]?.({ items: [MILK] });
    expect(lists.itemsOf('todo.a')).toBeUndefined();
    lists.follow('todo.a');
    events[1]?.({ items: [MILK] });
    expect(lists.itemsOf('todo.a')).toEqual([MILK]);
  });
});

describe('addresses', () => {
  it('are of the web, without a password', () => {
    expect(readUrl(' hub.local:8123/x/?a#b')?.href).toBe('http://hub.local:8123/x/');
    for (const bad of ['ftp://x', 'http://', 'http://user:word@x']) expect(readUrl(bad)).toBeUndefined();
  });
  it.each([
    ['http://192.168.1.2', false],
    ['http://[fe80::1]', false],
    ['http://127.0.0.1:1', false],
    ['http://198.51.100.1', true],
    ['http://[2001:db8::1]', true],
    ['https://198.51.100.1', false],
  ])('of %s need encryption: %s', async (url, isIt) => {
    expect(await isExposed(new URL(url))).toBe(isIt);
  });
});
