import type { OracleHome, Quarter, RegistryEntity } from './oracle-home.ts';

/** Entity IDs by domain, in a quarter. */
type Pick = (domain: string, quarter: Quarter) => readonly string[];

/**
 * Creates items that refer to other entities: each once within its quarter, and once in the open quarter
 * referring to the closed one.
 */
export async function makeItems(home: OracleHome): Promise<void> {
  const pick = await pickerOf(home);
  const pairs: readonly (readonly [at: Quarter, about: Quarter])[] = [
    [home.open, home.open],
    [home.open, home.closed],
    [home.closed, home.closed],
    [home.attic, home.open],
  ];
  for (const [index, [at, about]] of pairs.entries()) await makeAll(home, pick, { at, about, index });
  await fillLists(home, pick);
  for (const [name, domain] of [
    ['far light', 'light'],
    ['speaker', 'media_player'],
  ] as const)
    home.made.set(name, pick(domain, home.closed)[0] ?? pick(domain, home.attic)[0] ?? '');
  await home.owner.must({
    type: 'config/area_registry/update',
    area_id: home.open.area,
    temperature_entity_id: await sensorOf(home, home.closed),
  });
}

async function pickerOf(home: OracleHome): Promise<Pick> {
  const { entities, devices } = await home.registries();
  return (domain, { area }) =>
    entities
      .filter(({ area_id, device_id }) => {
        const device = devices.find(({ id }) => id === device_id);
        return (area_id ?? device?.area_id) === area;
      })
      .map(({ entity_id }) => entity_id)
      .filter((id) => id.startsWith(`${domain}.`));
}

async function sensorOf(home: OracleHome, { area }: Quarter): Promise<string> {
  const { entities, devices } = await home.registries();
  const inArea = new Set(devices.filter(({ area_id }) => area_id === area).map(({ id }) => id));
  const states: { entity_id: string; attributes: Record<string, unknown> }[] = (
    await home.hub.rest('GET', '/api/states')
  ).json;
  const warm = new Set(
    states
      .filter(({ attributes }) => attributes.device_class === 'temperature')
      .map(({ entity_id }) => entity_id),
  );
  const found = entities.find(
    ({ device_id, entity_id }) => inArea.has(device_id ?? '') && warm.has(entity_id),
  );
  if (found === undefined) throw new Error(`No temperature is measured in ${area}`);
  return found.entity_id;
}

interface Making {
  readonly at: Quarter;
  readonly about: Quarter;
  readonly index: number;
}

async function makeAll(home: OracleHome, pick: Pick, { at, about, index }: Making): Promise<void> {
  const lights = pick('light', about).slice(0, 2);
  const [light = ''] = lights;
  const [boolean = ''] = pick('input_boolean', about);
  const [text = ''] = pick('input_text', about);
  const { owner } = home;
  /** Assigns a new item to its area and its words to their keeper. */
  const settle = async (id: string, ...configs: object[]): Promise<void> => {
    const entry: RegistryEntity = await owner.must({ type: 'config/entity_registry/get', entity_id: id });
    const scope = id.split('.')[0] ?? '';
    const keeper = { kind: 'entity', id: entry.id } as const;
    for (const config of configs) home.canaries.give(JSON.stringify(config), keeper);
    const more: Record<string, unknown> = {};
    if (index < 3 && scope === 'automation') {
      const [name, categoryWord] = [home.word(), home.word()];
      const made = await owner.must({
        type: 'config/category_registry/create',
        scope,
        name: `${name} ${categoryWord}`,
      });
      home.canaries.give(`${name} ${categoryWord}`, { kind: 'category', id: made.category_id });
      more.categories = { [scope]: made.category_id };
    }
    await owner.must({ type: 'config/entity_registry/update', entity_id: id, area_id: at.area, ...more });
    home.made.set(`${scope} ${index}`, id);
    home.items.set(id, entry.unique_id);
  };
  const admins = { kind: 'administrators' } as const;

  if (index === 0) {
    const url_path = 'family-page';
    // Only callers who may read every entity see dashboards.
    const everything = { kind: 'entity', id: 'light.none' } as const;
    await owner.must({ type: 'lovelace/dashboards/create', url_path, title: home.word(everything) });
    const cards = [{ type: 'tile', entity: light }];
    await owner.must({
      ...{ type: 'lovelace/config/save', url_path },
      config: { views: [{ title: home.word(everything), cards }] },
    });
  }

  const group = home.word();
  await owner.must({ type: 'group/create', group_type: 'light', name: group, entities: lights });
  await settle(`light.${group}`, { group });
  home.made.set(`light group ${index}`, `light.${group}`);
  const old = home.word({ kind: 'entity', id: '' });
  await home.call('group.set', { object_id: old, name: old, entities: [light, boolean] });
  home.canaries.give(old, { kind: 'entity', id: `group.${old}` });
  home.made.set(`group ${index}`, `group.${old}`);

  const scene = home.word();
  await home.post(`/api/config/scene/config/${scene}`, {
    name: scene,
    entities: { [light]: 'on', [boolean]: 'on' },
  });
  await settle(`scene.${scene}`, { scene });
  const [script, alias, field] = [home.word(), home.word(), home.word()];
  await home.post(`/api/config/script/config/${script}`, {
    ...{ alias, description: home.word(), fields: { level: { name: field, description: home.word() } } },
    sequence: [{ action: 'homeassistant.toggle', target: { entity_id: [light, boolean] } }],
  });
  await settle(`script.${script}`, { script, alias, field });
  const [automation, secret, sentence] = [home.word(), home.word(admins), home.word(admins)];
  await home.post(`/api/config/automation/config/${automation}`, {
    ...{ alias: automation, description: home.word(admins) },
    triggers: [
      { trigger: 'state', entity_id: boolean, to: 'on' },
      { trigger: 'conversation', command: `say ${sentence}` },
      { trigger: 'webhook', webhook_id: home.word(admins), local_only: true },
    ],
    actions: [
      { action: 'light.toggle', target: { entity_id: light } },
      { event: 'oracle', event_data: { secret } },
    ],
  });
  await settle(`automation.${automation}`, { automation });
  for (const [type, fields] of [
    ['sensor', { state: `{{ states('${text}') | length }}` }],
    ['binary_sensor', { state: `{{ is_state('${boolean}', 'on') }}` }],
    [
      'switch',
      {
        state: `{{ is_state('${boolean}', 'on') }}`,
        turn_on: [{ action: 'input_boolean.turn_on', target: { entity_id: boolean } }],
        turn_off: [{ action: 'input_boolean.turn_off', target: { entity_id: boolean } }],
      },
    ],
  ] as const) {
    const name = home.word();
    await owner.must({ type: 'template/create', template_type: type, name, ...fields });
    await settle(`${type}.${name}`, { name });
    home.made.set(`template ${type} ${index}`, name);
  }
}

/** Adds an item to each list and an event to each calendar, with their canaries. */
async function fillLists(home: OracleHome, pick: Pick): Promise<void> {
  for (const quarter of home.quarters) {
    for (const entity_id of pick('todo', quarter)) {
      const keeper = await keeperOf(home, entity_id);
      await home.call('todo.add_item', {
        entity_id,
        item: home.word(keeper),
        description: home.word(keeper),
      });
      const { items } = await home.owner.must({ type: 'todo/item/list', entity_id });
      home.made.set(`item of ${entity_id}`, items[0].uid);
    }
    for (const entity_id of pick('calendar', quarter)) {
      const keeper = await keeperOf(home, entity_id);
      const event = {
        ...{ summary: home.word(keeper), description: home.word(keeper), location: home.word(keeper) },
        ...{ dtstart: '2026-03-05', dtend: '2026-03-06' },
      };
      await home.owner.must({ type: 'calendar/event/create', entity_id, event });
      const { json } = await home.hub.rest(
        'GET',
        `/api/calendars/${entity_id}?start=2026-03-01&end=2026-04-01`,
      );
      home.made.set(`item of ${entity_id}`, json[0].uid);
    }
  }
}

async function keeperOf(home: OracleHome, entity_id: string) {
  const { id } = await home.owner.must({ type: 'config/entity_registry/get', entity_id });
  return { kind: 'entity', id } as const;
}
