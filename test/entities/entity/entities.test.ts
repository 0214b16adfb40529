import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lightDomain } from '../../../src/domains/light/light.ts';
import { switchDomain } from '../../../src/domains/switch/switch.ts';
import { makeHome } from '../../support/home.ts';

/** `switch.lamp`, which is on. */
function addLamp({ entities, driver }: ReturnType<typeof makeHome>) {
  const description = { domain: switchDomain, platform: 'demo', uniqueId: 'a', name: 'Lamp' };
  return entities.add({ ...description, values: { on: true }, driver });
}

const plug = { identifiers: [['demo', 'plug'] as const], name: 'Desk Plug' };

test('an entity of a device carries the device’s name before its own and gets its id from both', () => {
  const { entities, states, driver } = makeHome();
  entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Outlet',
    device: plug,
    values: { on: true },
    driver,
  });
  entities.add({ domain: switchDomain, platform: 'demo', uniqueId: 'b', name: null, device: plug, driver });
  expect(states.get('switch.desk_plug_outlet')?.attributes).toEqual({ friendly_name: 'Desk Plug Outlet' });
  expect(states.get('switch.desk_plug')).toMatchObject({
    state: 'unknown',
    attributes: { friendly_name: 'Desk Plug' },
  });
});

test('a name that is taken gets a number, and keeps its id when the entity comes back', () => {
  const { entities, states, driver } = makeHome();
  const lamp = (uniqueId: string) => ({
    domain: switchDomain,
    platform: 'demo',
    uniqueId,
    name: 'Lamp',
    driver,
  });
  const first = entities.add(lamp('a'));
  const second = entities.add(lamp('b'));
  expect([first.id, second.id]).toEqual(['switch.lamp', 'switch.lamp_2']);
  entities.remove(first);
  entities.remove(second);
  expect(states.size).toBe(0);
  expect(entities.add(lamp('b')).id).toBe('switch.lamp_2');
});

test('the same unique id twice is refused and the first stays', () => {
  const { entities, states, driver } = makeHome();
  const lamp = {
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Lamp',
    values: { on: true },
    driver,
  };
  entities.add(lamp);
  expect(() => entities.add({ ...lamp, name: 'Other' })).toThrow('"a" already exists as switch.lamp');
  expect(states.get('switch.lamp')?.state).toBe('on');
});

test('an unreachable entity keeps its base attributes and is unavailable', () => {
  const { entities, states, driver } = makeHome();
  const entity = entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Lamp',
    deviceClass: 'outlet',
    values: { on: true },
    driver,
  });
  entity.setExtraAttributes({ power: 5 });
  entity.setAvailable(false);
  expect(states.get('switch.lamp')).toMatchObject({
    state: 'unavailable',
    attributes: { device_class: 'outlet', friendly_name: 'Lamp' },
  });
  expect(states.get('switch.lamp')?.attributes).not.toHaveProperty('power');
  entity.setAvailable(true);
  expect(states.get('switch.lamp')).toMatchObject({ state: 'on', attributes: { power: 5 } });
});

test('the user’s name, icon and id show at once; a renamed id moves the state', async () => {
  const { entities, registry, states, events, driver } = makeHome();
  const entity = entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Outlet',
    device: plug,
    values: { on: true },
    driver,
  });
  await registry.update(entity.id, { name: 'Kettle', icon: 'mdi:kettle', entity_id: 'switch.kettle' });
  expect(states.get('switch.desk_plug_outlet')).toBeUndefined();
  expect(states.get('switch.kettle')?.attributes).toEqual({
    icon: 'mdi:kettle',
    friendly_name: 'Desk Plug Kettle',
  });
  expect(entities.get('switch.kettle')).toBe(entity);
  expect(
    events.find(({ type, data }) => type === 'entity_registry_updated' && data.action === 'update')?.data,
  ).toEqual({
    action: 'update',
    entity_id: 'switch.kettle',
    old_entity_id: 'switch.desk_plug_outlet',
    changes: { name: null, icon: null, entity_id: 'switch.desk_plug_outlet' },
  });
});

test('a device’s new name shows in the names of its entities', async () => {
  const { entities, devices, states, driver } = makeHome();
  const entity = entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Outlet',
    device: plug,
    driver,
  });
  await devices.update(entity.entry?.device_id ?? '', { name_by_user: 'Shelf' });
  expect(states.get(entity.id)?.attributes.friendly_name).toBe('Shelf Outlet');
});

test('a disabled entity has no state, and has one again when it is enabled', async () => {
  const { entities, registry, states, driver } = makeHome();
  const entity = entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Lamp',
    values: { on: true },
    enabledByDefault: false,
    driver,
  });
  expect([entity.entry?.disabled_by, states.get('switch.lamp'), entities.get('switch.lamp')]).toEqual([
    'integration',
    undefined,
    undefined,
  ]);
  await registry.update('switch.lamp', { disabled_by: null });
  expect(states.get('switch.lamp')?.state).toBe('on');
  await registry.update('switch.lamp', { disabled_by: 'user' });
  expect(states.get('switch.lamp')).toBeUndefined();
});

test('renaming onto a taken id or into another domain is refused', async () => {
  const { entities, registry, driver } = makeHome();
  entities.add({ domain: switchDomain, platform: 'demo', uniqueId: 'a', name: 'A', driver });
  entities.add({ domain: switchDomain, platform: 'demo', uniqueId: 'b', name: 'B', driver });
  await expect(registry.update('switch.a', { entity_id: 'switch.b' })).rejects.toMatchObject({
    code: 'invalid_info',
  });
  await expect(registry.update('switch.a', { entity_id: 'light.a' })).rejects.toMatchObject({
    code: 'invalid_info',
  });
  await expect(registry.update('switch.c', { name: 'C' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a change that cannot be kept is taken back whole', async () => {
  const home = makeHome();
  const entity = addLamp(home);
  home.registryStore.failWith(new Error('disk full'));
  await expect(
    home.registry.update('switch.lamp', { entity_id: 'switch.other', name: 'Other' }),
  ).rejects.toThrow('disk full');
  expect(home.registry.get('switch.lamp')?.name).toBeNull();
  expect([
    entity.id,
    home.states.get('switch.lamp')?.attributes.friendly_name,
    home.states.get('switch.other'),
  ]).toEqual(['switch.lamp', 'Lamp', undefined]);
});

test('an entity whose removal cannot be saved is restored, and clients are notified', async () => {
  const home = makeHome();
  const entity = addLamp(home);
  home.registryStore.failWith(new Error('disk full'));
  await expect(home.registry.remove('switch.lamp')).rejects.toThrow('disk full');
  expect(home.entities.get('switch.lamp')).toBe(entity);
  expect([...home.entities.ofDomain('switch')]).toEqual([entity]);
  expect(home.states.get('switch.lamp')?.state).toBe('on');
  expect(home.registry.find('switch', 'demo', 'a')?.entity_id).toBe('switch.lamp');
  const told = home.events.filter(({ type }) => type === 'entity_registry_updated').map(({ data }) => data);
  expect(told.slice(-2)).toEqual([
    { action: 'remove', entity_id: 'switch.lamp' },
    { action: 'create', entity_id: 'switch.lamp' },
  ]);
  home.registryStore.failWith(null);
  await home.registry.remove('switch.lamp');
  expect([home.entities.get('switch.lamp'), home.states.get('switch.lamp')]).toEqual([undefined, undefined]);
});

test('a change that cannot be saved is announced as reverted', async () => {
  const home = makeHome();
  addLamp(home);
  home.registryStore.failWith(new Error('disk full'));
  await expect(
    home.registry.update('switch.lamp', { entity_id: 'switch.other', name: 'Other' }),
  ).rejects.toThrow('disk full');
  const last = home.events.filter(({ type }) => type === 'entity_registry_updated').at(-1);
  expect(last?.data).toMatchObject({
    action: 'update',
    entity_id: 'switch.lamp',
    old_entity_id: 'switch.other',
    changes: { entity_id: 'switch.other', name: 'Other' },
  });
});

test('a device whose change or removal cannot be kept is found and named as before', async () => {
  const home = makeHome();
  home.entities.add({
    domain: switchDomain,
    platform: 'demo',
    uniqueId: 'a',
    name: 'Outlet',
    device: plug,
    driver: home.driver,
  });
  const id = home.devices.byIdentifier(['demo', 'plug'])?.id ?? '';
  const name = () => home.states.get('switch.desk_plug_outlet')?.attributes.friendly_name;
  home.deviceStore.failWith(new Error('disk full'));
  await expect(home.devices.update(id, { name_by_user: 'Mine' })).rejects.toThrow('disk full');
  expect(name()).toBe('Desk Plug Outlet');
  await expect(home.devices.remove(id)).rejects.toThrow('disk full');
  expect(home.devices.byIdentifier(['demo', 'plug'])?.id).toBe(id);
  expect(home.events.at(-1)?.data).toEqual({ action: 'create', device_id: id });
});

test('an attribute named __proto__ is one like any other', () => {
  const { entities, states, driver } = makeHome();
  const entity = entities.add({ domain: switchDomain, platform: 'demo', name: 'Lamp', driver });
  const hostile = JSON.parse('{"__proto__": {"on": true}, "a": 1}');
  entity.report({ on: true }, { extra: hostile });
  const written = states.get('switch.lamp');
  expect(Object.getPrototypeOf(written?.attributes)).toBe(Object.prototype);
  expect(JSON.parse(written?.toJsonText() ?? '').attributes).toEqual({ ...hostile, friendly_name: 'Lamp' });
  entity.report({ on: true }, { extra: hostile });
  expect(states.get('switch.lamp')?.last_updated).toBe(written?.last_updated);
});

test('attributes follow the values alone, whatever was shown before', () => {
  const patch = fc.record(
    {
      on: fc.constantFrom(true, false, null),
      brightness: fc.constantFrom(null, 1, 255),
      color_mode: fc.constantFrom('color_temp', 'hs'),
      color_temp_kelvin: fc.constantFrom(2700, 6500),
      hs_color: fc.constantFrom([0, 100], [240, 50]),
    },
    { requiredKeys: ['on'] },
  );
  const extra = fc.constantFrom({}, { note: 1 }, { friendly_name: 'mine' }, { other: undefined, note: null });
  fc.assert(
    fc.property(fc.array(fc.tuple(patch, extra, fc.boolean()), { minLength: 1 }), (reports) => {
      const { entities, states, driver } = makeHome();
      const lamp = (name: string) =>
        entities.add({
          domain: lightDomain,
          platform: 'demo',
          objectId: name,
          name: 'Lamp',
          features: ['transition'],
          capabilities: { supported_color_modes: ['color_temp', 'hs'] },
          driver,
        });
      const old = lamp('old');
      let values = {};
      for (const [i, [changes, more, available]] of reports.entries()) {
        values = { ...values, ...changes };
        old.report(changes, { extra: more, available });
        const fresh = lamp(`fresh_${i}`);
        fresh.report(values, { extra: more, available });
        expect(states.get('light.old')?.attributes).toEqual(states.get(`light.fresh_${i}`)?.attributes);
      }
    }),
    { numRuns: 50 },
  );
});
