import type { TestHub } from './start-hub.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Any = any;

/** Something that Home Assistant says of a home and the server does not. */
export interface Difference {
  readonly section: string;
  /** What the report names: an entity, a file, a user. */
  readonly subject: string;
  readonly field: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Compares a server with what Home Assistant says of the same home; more is no difference. */
export async function differences(home: TestHub, { seen }: Any): Promise<Difference[]> {
  const client = await home.connect();
  const ask = (type: string, more = {}): Promise<Any> => client.must({ type, ...more });
  const found: Difference[] = [];
  const compare = (section: string, subject: string, expected: Any, actual: Any): void => {
    for (const [field, value] of Object.entries(expected ?? {}))
      if (
        !(field === 'aliases'
          ? isSame(sorted(value), sorted(actual?.[field]))
          : isSame(value, actual?.[field]))
      )
        found.push({ section, subject, field, expected: value, found: actual?.[field] });
  };
  const config = (await home.rest('GET', '/api/config')).json;
  const { temperature_unit: temperature, length_unit: length, ...core } = seen.core;
  compare('core', 'core', core, config);
  compare('core', 'core', { temperature, length }, config.unit_system);
  const areas = await ask('config/area_registry/list');
  for (const [id, area] of Object.entries<Any>(seen.areas))
    compare(
      'areas',
      id,
      area,
      areas.find((one: Any) => one.area_id === id),
    );
  compare('areas', 'area_order', { order: seen.area_order }, { order: areas.map((one: Any) => one.area_id) });
  const floors = await ask('config/floor_registry/list');
  for (const [id, floor] of Object.entries<Any>(seen.floors))
    compare(
      'floors',
      id,
      floor,
      floors.find((one: Any) => one.floor_id === id),
    );
  const labels = await ask('config/label_registry/list');
  for (const [id, label] of Object.entries<Any>(seen.labels))
    compare(
      'labels',
      id,
      label,
      labels.find((one: Any) => one.label_id === id),
    );
  for (const [key, category] of Object.entries<Any>(seen.categories)) {
    const [scope, id] = key.split('/');
    const list = await ask('config/category_registry/list', { scope });
    compare(
      'categories',
      key,
      category,
      list.find((one: Any) => one.category_id === id),
    );
  }
  const devices = await ask('config/device_registry/list');
  for (const [key, { via: _, ...device }] of Object.entries<Any>(seen.devices))
    compare(
      'devices',
      key,
      device,
      devices.find((one: Any) => one.identifiers.some((pair: Any) => pair.join(':') === key)),
    );
  const states = new Map(
    (await home.rest('GET', '/api/states')).json.map((state: Any) => [state.entity_id, state]),
  );
  for (const [id, { shown, has_state: hasState, ...entity }] of Object.entries<Any>(seen.entities)) {
    const entry = await ask('config/entity_registry/get', { entity_id: id }).catch(() => undefined);
    compare(
      'entities',
      id,
      entity,
      entry && { ...entry, aliases: entry.aliases.filter((one: Any) => one !== null) },
    );
    const state = states.get(id) as Any;
    if (hasState) compare('entities', id, { shown }, { shown: state?.attributes.friendly_name });
  }
  for (const [id, { name, attributes, state }] of Object.entries<Any>(seen.states)) {
    // It depends on the hour.
    if (state === 'active') delete attributes.remaining;
    const actual = states.get(id) as Any;
    compare(
      'states',
      id,
      { name, ...(state === null ? {} : { state }) },
      { name: actual?.attributes.friendly_name, state: actual?.state },
    );
    compare('states', id, attributes, actual?.attributes);
  }
  for (const [key, items] of Object.entries<Any>(seen)) {
    const domain = /^items\.(.*)$/.exec(key)?.[1];
    if (domain === undefined) continue;
    const list = await ask(`${domain}/list`);
    for (const [id, item] of Object.entries<Any>(items))
      compare(
        key,
        id,
        item,
        (list.storage ?? list).find((one: Any) => one.id === id),
      );
  }
  for (const domain of ['automation', 'script'])
    for (const [id, item] of Object.entries<Any>(seen[`${domain}s`])) {
      const answer = await ask(`${domain}/config`, { entity_id: id }).catch(() => undefined);
      // Home Assistant shows blueprints filled in.
      if (answer?.config.use_blueprint === undefined)
        compare(`${domain}s`, id, { config: item }, { config: modern(answer?.config) });
    }
  for (const [id, scene] of Object.entries<Any>(seen.scenes)) {
    if (scene.error !== undefined) continue;
    const path = `/api/config/scene/config/${scene.id}`;
    compare('scenes', id, { config: scene }, { config: (await home.rest('GET', path)).json });
  }
  for (const [path, name] of Object.entries<Any>(seen.blueprints)) {
    const [domain = '', ...rest] = path.split('/');
    const list = await ask('blueprint/list', { domain });
    compare('blueprints', path, { name }, { name: list[rest.join('/')]?.metadata?.name });
  }
  const users = await ask('config/auth/list');
  for (const [id, user] of Object.entries<Any>(seen.users))
    compare(
      'users',
      user.name,
      user,
      users.find((one: Any) => one.id === id),
    );
  const dashboards = await ask('lovelace/dashboards/list');
  for (const [path, { config: cards, mode: _, ...dashboard }] of Object.entries<Any>(seen.dashboards)) {
    const listed = dashboards.find((one: Any) => one.url_path === path);
    compare('dashboards', dashboard.title, dashboard, listed && { icon: null, ...listed });
    compare(
      'dashboards',
      dashboard.title,
      { cards },
      { cards: await ask('lovelace/config', { url_path: path }).catch(() => null) },
    );
  }
  compare(
    'resources',
    'resources',
    { list: seen.resources },
    { list: (await ask('lovelace/resources')).map(({ type, url }: Any) => ({ type, url })) },
  );
  compare(
    'system',
    'system_data',
    { data: seen.system_data },
    { data: (await ask('frontend/get_system_data', { key: 'core' })).value },
  );
  compare('energy', 'energy', seen.energy, await ask('energy/get_prefs'));
  const { exposed_entities: exposed } = await ask('homeassistant/expose_entity/list');
  for (const [id, to] of Object.entries<Any>(seen.exposed)) compare('exposed', id, to, exposed[id]);
  for (const [id, items] of Object.entries<Any>(seen.todo)) {
    const { items: actual = [] } = await ask('todo/item/list', { entity_id: id }).catch(() => ({}));
    for (const item of items)
      compare(
        'todo',
        id,
        item,
        actual
          .map((one: Any) => ({ due: null, description: null, ...one }))
          .find((one: Any) => one.uid === item.uid),
      );
  }
  return found;
}

function sorted(value: Any): Any {
  return Array.isArray(value) ? value.toSorted() : value;
}

function isMoment(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(text);
}

/** An item as Home Assistant shows it: with new words, and with secrets, which responses never contain here. */
function modern(value: Any): Any {
  if (Array.isArray(value)) return value.map(modern);
  if (value === '!secret notify_hook') return 'willow-test-hook';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key === 'service' ? 'action' : key, modern(one)]),
  );
}

/** Numbers within a millionth, texts without regard to capitals, times within a millisecond. */
function isSame(expected: Any, actual: Any): boolean {
  if (typeof expected === 'number' && typeof actual === 'number')
    return Math.abs(expected - actual) <= 1e-6 + Math.abs(expected) * 1e-9;
  if (typeof expected === 'string' && isMoment(expected) && isMoment(actual))
    return Math.abs(Date.parse(expected) - Date.parse(actual)) <= 1;
  if (typeof expected === 'string' && typeof actual === 'string')
    return expected.toLowerCase() === actual.toLowerCase();
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((one, i) => isSame(one, actual[i]))
    );
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    return Object.entries(expected).every(([key, value]) => isSame(value, actual[key]));
  }
  return expected === actual || (expected === null && actual === undefined);
}
