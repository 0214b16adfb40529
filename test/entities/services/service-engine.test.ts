import { expect, onTestFinished, test, vi } from 'vitest';
import { type Access, fullAccess } from '../../../src/core/access.ts';
import { newContext } from '../../../src/core/context.ts';
import { silentLog } from '../../../src/core/log.ts';
import { defineDomain, simpleService } from '../../../src/domains/definition/define-domain.ts';
import { integer } from '../../../src/domains/definition/field.ts';
import { switchDomain } from '../../../src/domains/switch/switch.ts';
import { expandGroups } from '../../../src/entities/services/group-members.ts';
import { ServiceEngine } from '../../../src/entities/services/service-engine.ts';
import { makeHome } from '../../support/home.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

function homeWithSwitches() {
  const home = makeHome();
  const { entities, driver } = home;
  const add = (name: string, more = {}) =>
    entities.add({
      domain: switchDomain,
      platform: 'demo',
      uniqueId: name,
      name,
      values: { on: false },
      driver,
      ...more,
    });
  return { ...home, a: add('A'), b: add('B'), gone: add('Gone', { available: false }) };
}

test('a call changes its targets and answers with the states that carry its context', async () => {
  const { call, states } = homeWithSwitches();
  const { changed, context, response } = await call('switch.turn_on', { entity_id: 'switch.a, SWITCH.B' });
  expect(changed.map(({ entity_id, state }) => [entity_id, state])).toEqual([
    ['switch.a', 'on'],
    ['switch.b', 'on'],
  ]);
  expect(changed.every((state) => state.context === context)).toBe(true);
  expect(response).toBeNull();
  expect((await call('switch.turn_on', { entity_id: 'switch.a' })).changed).toEqual([]);
  expect(states.get('switch.a')?.context).toBe(context);
});

test('states reported within five seconds belong to the call, later ones do not', async () => {
  const { call, a, clock, states } = homeWithSwitches();
  const { context } = await call('switch.turn_on', { entity_id: a.id });
  clock.advance(4000);
  a.report({ on: false });
  expect(states.get(a.id)?.context).toBe(context);
  clock.advance(4000);
  a.report({ on: true });
  expect(states.get(a.id)?.context).not.toBe(context);
});

test('all means every available entity of the domain; none, null and an empty list mean nothing', async () => {
  const { call } = homeWithSwitches();
  expect((await call('switch.toggle', { entity_id: 'all' })).changed).toHaveLength(2);
  for (const nothing of ['none', null, []])
    expect((await call('switch.toggle', { entity_id: nothing })).changed).toEqual([]);
});

test('missing entities and those of other domains are left out without an error', async () => {
  const { call } = homeWithSwitches();
  expect(
    (await call('switch.turn_on', { entity_id: ['switch.nowhere', 'light.a', 'switch.gone'] })).changed,
  ).toEqual([]);
});

test.each(cases<[Record<string, unknown>, string][]>('invalid data'))(
  'data %j is refused naming %s',
  async (data, named) => {
    const { call } = homeWithSwitches();
    await expect(call('switch.turn_on', data)).rejects.toMatchObject({
      code: 'invalid_format',
      message: expect.stringContaining(named),
    });
  },
);

test('the target’s keys win over the data, and unknown ones are refused', async () => {
  const { call } = homeWithSwitches();
  const { changed } = await call(
    'switch.turn_on',
    { entity_id: 'switch.a' },
    { target: { entity_id: ['switch.b'] } },
  );
  expect(changed.map(({ entity_id }) => entity_id)).toEqual(['switch.b']);
  await expect(call('switch.turn_on', {}, { target: { room: 'x' } })).rejects.toMatchObject({
    code: 'invalid_format',
  });
});

test('services are found whatever the case, and unknown ones are not', async () => {
  const { call } = homeWithSwitches();
  expect((await call('SWITCH.Turn_On', { entity_id: 'switch.a' })).changed).toHaveLength(1);
  await expect(call('switch.explode', { entity_id: 'switch.a' })).rejects.toMatchObject({
    code: 'not_found',
    translation: { key: 'service_not_found', placeholders: { domain: 'switch', service: 'explode' } },
  });
});

test('asking a service without response for one is an error over REST and null over the WebSocket', async () => {
  const { call } = homeWithSwitches();
  await expect(
    call('switch.turn_on', { entity_id: 'switch.a' }, { returnResponse: true }),
  ).rejects.toMatchObject({ code: 'service_validation_error' });
  expect(
    (await call('switch.turn_on', { entity_id: 'switch.a' }, { returnResponse: true, lenientResponse: true }))
      .response,
  ).toBeNull();
});

test('call_service contains the data as received, before the states change', async () => {
  const { call, events } = homeWithSwitches();
  events.length = 0;
  await call('switch.turn_on', { entity_id: 'switch.a' });
  expect(events.map(({ type }) => type)).toEqual(['call_service', 'state_changed']);
  expect(events[0]?.data).toEqual({
    domain: 'switch',
    service: 'turn_on',
    service_data: { entity_id: 'switch.a' },
  });
});

test('entities that may only be read are refused by name and skipped in groups; hidden ones do not exist', async () => {
  const { call } = homeWithSwitches();
  const guest: Access = {
    userId: 'guest',
    isAdmin: false,
    may: (action, id) => (action === 'read' ? id !== 'switch.b' : id === undefined),
    mayRead: (id) => id !== 'switch.b',
  };
  await expect(call('switch.turn_on', { entity_id: 'switch.a' }, { access: guest })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect((await call('switch.turn_on', { entity_id: 'switch.b' }, { access: guest })).changed).toEqual([]);
  expect((await call('switch.turn_on', { entity_id: 'all' }, { access: guest })).changed).toEqual([]);
});

const pump = defineDomain({
  name: 'pump',
  title: 'Pump',
  states: ['on', 'off'],
  features: { boost: 1 },
  deviceClasses: [],
  attributes: {},
  services: [simpleService('boost', { on: true }, [['boost']])],
  present: () => ({ state: 'on', attributes: {} }),
});

test('an entity without the feature is refused when named and skipped when reached otherwise', async () => {
  const home = makeHome();
  const { ServiceEngine } = await import('../../../src/entities/services/service-engine.ts');
  const engine = new ServiceEngine(
    { ...home, log: { ...(await import('../../../src/core/log.ts')).silentLog } },
    [pump],
  );
  home.entities.add({ domain: pump, platform: 'demo', uniqueId: 'p', name: 'P', driver: home.driver });
  const { fullAccess } = await import('../../../src/core/access.ts');
  const call = async (entity_id: string) =>
    engine.call({
      domain: 'pump',
      service: 'boost',
      data: { entity_id },
      access: fullAccess,
      context: { id: 'c', parent_id: null, user_id: null },
    });
  await expect(call('pump.p')).rejects.toMatchObject({
    code: 'service_validation_error',
    message: 'Entity pump.p does not support action pump.boost',
  });
  expect((await call('all')).changed).toEqual([]);
});

test('a plain service is validated like any other, and its undo withdraws it', async () => {
  const { engine, call, events } = makeHome();
  const heard: unknown[] = [];
  const undo = engine.register({
    domain: 'kitchen',
    name: 'bake',
    admin: true,
    fields: { minutes: integer({ required: true, min: 1, max: 90 }) },
    handle: (fields) => heard.push(fields),
  });
  await call('kitchen.bake', { minutes: '5' });
  expect(heard).toEqual([{ minutes: 5 }]);
  await expect(call('kitchen.bake', {})).rejects.toThrow("'minutes' is missing");
  await expect(call('kitchen.bake', { minutes: 91 })).rejects.toThrow(
    "whole number from 1 to 90 at 'minutes'. Got 91",
  );
  const nobody: Access = { userId: 'u', isAdmin: false, may: () => true, mayRead: null };
  await expect(call('kitchen.bake', { minutes: 1 }, { access: nobody })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(JSON.parse(engine.descriptionsJson({ mayRead: null })).kitchen.bake).toMatchObject({
    fields: {
      minutes: {
        required: true,
        selector: { number: { min: 1, max: 90, step: 1, mode: 'slider' } },
      },
    },
  });
  undo();
  await expect(call('kitchen.bake', { minutes: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect(events.map(({ type }) => type)).toContain('service_removed');
});

test('unknown names from callers who are not administrators do not fill the log', async () => {
  const home = makeHome();
  const warned: string[] = [];
  const { ServiceEngine } = await import('../../../src/entities/services/service-engine.ts');
  const { silentLog } = await import('../../../src/core/log.ts');
  const { fullAccess } = await import('../../../src/core/access.ts');
  const log = { ...silentLog, warn: (text: string) => void warned.push(text) };
  const engine = new ServiceEngine({ ...home, log }, [pump]);
  const call = async (access: Access) =>
    engine.call({
      ...{ domain: 'pump', service: 'boost', data: { entity_id: 'pump.none' }, access },
      context: { id: 'c', parent_id: null, user_id: null },
    });
  await call({ ...fullAccess, userId: 'guest', isAdmin: false });
  expect(warned).toEqual([]);
  await call(fullAccess);
  expect(warned).toEqual([expect.stringContaining('pump.none')]);
});

test('many missing entities are one line in the log', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
  const { entities, targets, states, bus, clock, call: _call, ...home } = makeHome();
  const engine = new ServiceEngine({ ...home, entities, targets, states, bus, clock, log }, [switchDomain]);
  const call = (entity_id: readonly string[]) =>
    engine.call({
      domain: 'switch',
      service: 'turn_on',
      data: { entity_id },
      access: fullAccess,
      context: newContext(clock.now(), null),
    });
  await call(Array.from({ length: 5000 }, (_, i) => `switch.x${i}`));
  expect(warnings).toEqual([
    'Referenced entities (5000, such as switch.x0) are missing or not currently available for switch.turn_on',
  ]);
  await call(['switch.y']);
  expect(warnings[1]).toBe(
    'Referenced entity switch.y is missing or not currently available for switch.turn_on',
  );
});

test.each(['entity_id', 'device_id', 'area_id', 'floor_id', 'label_id'])(
  'a target of more than ten thousand names at %s is refused',
  async (key) => {
    const { call } = homeWithSwitches();
    const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `switch.x${i}`);
    await expect(call('switch.turn_on', { [key]: names(10_001) })).rejects.toThrow(
      `A target can contain at most 10000 names at '${key}'`,
    );
    await expect(call('switch.turn_on', { [key]: names(10_000) })).resolves.toBeDefined();
    if (key === 'entity_id')
      await expect(call('switch.turn_on', { [key]: names(10_001).join(',') })).rejects.toThrow('at most');
  },
);

test('callers with the same services receive the same text, built once', () => {
  const { engine } = homeWithSwitches();
  const standsFor = (id: string) => () => id;
  for (const name of ['one', 'two'])
    engine.register({
      domain: 'script',
      name,
      fields: {},
      entityId: standsFor(`script.${name}`),
      handle: () => null,
    });
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  const textFor = (seen: string) => engine.descriptionsJson({ mayRead: (id) => id === seen });
  const texts = ['script.one', 'script.two', 'script.one', 'script.two'].map(textFor);
  expect(stringify).toHaveBeenCalledTimes(2);
  expect([texts[0] === texts[2], texts[0] === texts[1]]).toEqual([true, false]);
  expect(texts[0]).toContain('"one"');
  expect(texts[0]).not.toContain('"two"');
});

test('nested groups are expanded at any depth', () => {
  const depth = 50_000;
  const states = {
    get: (id: string) => {
      const n = Number(id.slice('group.g'.length));
      const entity_id = n === depth ? ['light.a', 'light.b'] : [`group.g${n + 1}`, 'light.b'];
      return { attributes: { entity_id } } as never;
    },
  };
  expect(expandGroups(['group.g0', 'light.c'], states)).toEqual(['light.a', 'light.b', 'light.c']);
});
