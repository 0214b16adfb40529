import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const KILLS = seeds(2, 6);
const MOST_CHANGES = 60;
/** How many changes may be pending when the server is killed. */
const AT_ONCE = 3;

const SCOPE = 'automation';
/** The ids of categories, which the server draws, by their icons, which never change here. */
const categoryIds = new Map<string, string>();

/** The expected content of the registries, by kind and ID; undefined for removed items. */
type Model = Map<string, Readonly<Record<string, unknown>> | undefined>;
interface Change {
  readonly message: Readonly<Record<string, unknown>>;
  /** What it changes. */
  readonly makes: Model;
}

/** The same sequence each time, so that failures are reproducible. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function serve(folder: string, token: string) {
  const { url, kill } = await serveHearth(folder, { flags: ['--demo', '--log-level', 'error'] });
  const client = await TestClient.open(url, token);
  return { client, kill };
}

const entityKey = (domain: string, platform: string, uniqueId: string): string =>
  `entity ${domain} ${platform} ${uniqueId}`;
const helperEntity = (id: string): string => entityKey('input_boolean', 'input_boolean', id);

async function observed(client: TestClient): Promise<Model> {
  const model: Model = new Map();
  for (const { area_id, name, labels, floor_id } of await client.must({ type: 'config/area_registry/list' }))
    model.set(`area ${area_id}`, { name, labels, floor_id });
  for (const { floor_id, name, level } of await client.must({ type: 'config/floor_registry/list' }))
    model.set(`floor ${floor_id}`, { name, level });
  for (const { label_id, name, color } of await client.must({ type: 'config/label_registry/list' }))
    model.set(`label ${label_id}`, { name, color });
  for (const { id, name, icon } of await client.must({ type: 'input_boolean/list' }))
    model.set(`helper ${id}`, { name, icon });
  const icons = new Map<string, string>();
  for (const category of await client.must({ type: 'config/category_registry/list', scope: SCOPE })) {
    const { category_id, name, icon } = category;
    model.set(`category ${icon}`, { name });
    icons.set(category_id, icon);
    categoryIds.set(icon, category_id);
  }
  for (const device of await client.must({ type: 'config/device_registry/list' })) {
    const { id, name_by_user, area_id, labels, disabled_by } = device;
    model.set(`device ${id}`, { name_by_user, area_id, labels, disabled_by });
  }
  for (const entry of await client.must({ type: 'config/entity_registry/list' })) {
    const { entity_id, name, hidden_by, disabled_by, area_id, device_id, labels, categories } = entry;
    const id = categories[SCOPE];
    const category = id === undefined ? null : (icons.get(id) ?? id);
    const key = entityKey(entity_id.split('.')[0], entry.platform, entry.unique_id);
    model.set(key, { entity_id, name, hidden_by, disabled_by, area_id, device_id, labels, category });
  }
  return model;
}

/** Chooses the next change that is valid for the model. */
function drawn(model: Model, random: (below: number) => number, count: number): Change {
  const ids = (kind: string) =>
    [...model.keys()].filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));
  const one = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const some = (list: readonly string[]): string[] => list.filter(() => random(3) === 0);
  const makes: Model = new Map();
  const name = `Name ${count}`;
  const slug = `name_${count}`;
  const put = (key: string, changes: object) =>
    makes.set(key, { ...(makes.get(key) ?? model.get(key)), ...changes });
  const letGo = (kinds: readonly string[], key: string, id: string): void => {
    for (const [other, value] of model) {
      if (value === undefined || !kinds.some((kind) => other.startsWith(kind))) continue;
      if (value[key] === id) put(other, { [key]: null });
      const labels = value.labels as readonly string[] | undefined;
      if (key === 'labels' && labels?.includes(id) === true)
        put(other, { labels: labels.filter((label) => label !== id) });
    }
  };
  const kind = one(['area', 'floor', 'label', 'category', 'helper', 'helper', 'entity', 'entity', 'device']);
  const id = one(ids(kind));
  const what = kind === 'entity' || kind === 'device' ? 1 : id === '' ? 0 : random(4);
  const areas = ids('area');
  const place = {
    area_id: areas.length > 0 && random(2) === 0 ? one(areas) : null,
    labels: some(ids('label')),
  };
  if (kind === 'helper') {
    const icon = `mdi:number-${count}`;
    if (what === 3) {
      makes.set(`helper ${id}`, undefined).set(helperEntity(id), undefined);
      return { message: { type: 'input_boolean/delete', input_boolean_id: id }, makes };
    }
    if (what > 0) {
      put(`helper ${id}`, { name, icon });
      return { message: { type: 'input_boolean/update', input_boolean_id: id, name, icon }, makes };
    }
    put(`helper ${slug}`, { name, icon });
    put(helperEntity(slug), {
      ...{ entity_id: `input_boolean.${slug}`, name: null, hidden_by: null, disabled_by: null },
      ...{ area_id: null, device_id: null, labels: [], category: null },
    });
    return { message: { type: 'input_boolean/create', name, icon }, makes };
  }
  if (kind === 'entity') {
    const { entity_id } = model.get(`entity ${id}`) as { entity_id: string };
    const changes = { name, hidden_by: random(2) === 0 ? 'user' : null, ...place };
    const category = one(['', ...ids('category')]) || null;
    const categories = { [SCOPE]: category === null ? null : (categoryIds.get(category) ?? '') };
    const renamed = random(3) > 0 ? entity_id : `${entity_id.split('.')[0]}.renamed_${count}`;
    put(`entity ${id}`, { ...changes, category, entity_id: renamed });
    const more = { categories, ...(renamed === entity_id ? {} : { new_entity_id: renamed }) };
    return { message: { type: 'config/entity_registry/update', entity_id, ...changes, ...more }, makes };
  }
  if (kind === 'device') {
    const disabled_by = random(2) === 0 ? 'user' : null;
    const changes = { name_by_user: name, disabled_by, ...place };
    put(`device ${id}`, changes);
    const [from, to] = disabled_by === null ? ['device', null] : [null, 'device'];
    for (const [other, value] of model)
      if (value?.device_id === id && value.disabled_by === from) put(other, { disabled_by: to });
    return { message: { type: 'config/device_registry/update', device_id: id, ...changes }, makes };
  }
  if (kind === 'category') {
    const icon = `mdi:category-${count}`;
    const scope = {
      type: `config/category_registry/${one(['create', 'update', 'update', 'delete'])}`,
      scope: SCOPE,
    };
    const category_id = categoryIds.get(id);
    if (category_id === undefined || scope.type.endsWith('create')) {
      put(`category ${icon}`, { name });
      return { message: { ...scope, type: 'config/category_registry/create', name, icon }, makes };
    }
    if (scope.type.endsWith('update')) {
      put(`category ${id}`, { name });
      return { message: { ...scope, category_id, name }, makes };
    }
    makes.set(`category ${id}`, undefined);
    letGo(['entity'], 'category', id);
    return { message: { ...scope, category_id }, makes };
  }
  const own =
    kind === 'area'
      ? { labels: some(ids('label')), floor_id: ids('floor').length > 0 ? one(ids('floor')) : null }
      : kind === 'floor'
        ? { level: count }
        : { color: `#${count.toString(16).padStart(6, '0')}` };
  const registry = `config/${kind}_registry`;
  if (what === 3) {
    makes.set(`${kind} ${id}`, undefined);
    if (kind === 'area') letGo(['entity', 'device'], 'area_id', id);
    if (kind === 'floor') letGo(['area'], 'floor_id', id);
    if (kind === 'label') letGo(['area', 'entity', 'device'], 'labels', id);
    return { message: { type: `${registry}/delete`, [`${kind}_id`]: id }, makes };
  }
  put(`${kind} ${what === 0 ? slug : id}`, { name, ...own });
  const named = what === 0 ? {} : { [`${kind}_id`]: id };
  return {
    message: { type: `${registry}/${what === 0 ? 'create' : 'update'}`, ...named, name, ...own },
    makes,
  };
}

/** Whether a change affects what another one changes, or removes what another one refers to. */
const touches = (one: Change, others: readonly Change[]): boolean =>
  others.some(
    (other) =>
      [...other.makes.keys()].some((key) => one.makes.has(key)) || isCut(one, other) || isCut(other, one),
  );
const isCut = (one: Change, other: Change): boolean => {
  const gone = [...one.makes].flatMap(([key, value]) => (value === undefined ? [key.split(' ')[1]] : []));
  const named = [...other.makes.values()].flatMap((value) => Object.values(value ?? {}).flat());
  return named.some((name) => typeof name === 'string' && gone.includes(name));
};
const apply = (model: Model, { makes }: Change): void => {
  for (const [key, value] of makes) {
    if (value === undefined) model.delete(key);
    else model.set(key, value);
  }
};
const labelsInOrder = (value: Readonly<Record<string, unknown>> | undefined) =>
  value === undefined ? value : { ...value, labels: [...((value.labels as string[]) ?? [])].sort() };

test(
  'whatever was answered is there after kill -9, and of what was on its way all or nothing',
  async () => {
    const folder = tempFolder();
    const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
    const token = made.stdout.trim();
    const random = seeded(20_261_121);
    let model: Model | undefined;
    let count = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const { client, kill } = await serve(folder, token);
      const now = await observed(client);
      model ??= now;
      for (const key of new Set([...now.keys(), ...model.keys()]))
        expect([round, key, labelsInOrder(now.get(key))]).toEqual([
          round,
          key,
          labelsInOrder(model.get(key)),
        ]);
      for (let n = 10 + random(MOST_CHANGES); n > 0; n -= 1) {
        count += 1;
        const change = drawn(model, random, count);
        const answer = await client.must({ ...change.message });
        if (answer?.category_id !== undefined) categoryIds.set(answer.icon, answer.category_id);
        apply(model, change);
      }
      const underway: Change[] = [];
      for (let n = random(AT_ONCE + 1); n > 0; n -= 1) {
        count += 1;
        const change = drawn(model, random, count);
        if (touches(change, underway)) continue;
        underway.push(change);
        client.ask({ ...change.message }).catch(() => {});
      }
      if (random(2) === 0) await new Promise((resolve) => setTimeout(resolve, random(4)));
      await kill();
      const { client: after, kill: killAgain } = await serve(folder, token);
      const left = await observed(after);
      for (const change of underway) {
        const [key = ''] = change.makes.keys();
        const value = left.get(key);
        const isMade =
          JSON.stringify(labelsInOrder(value)) === JSON.stringify(labelsInOrder(change.makes.get(key)));
        if (isMade) apply(model, change);
      }
      for (const key of new Set([...left.keys(), ...model.keys()]))
        expect([round, key, labelsInOrder(left.get(key))]).toEqual([
          round,
          key,
          labelsInOrder(model.get(key)),
        ]);
      model = left;
      await killAgain();
    }
  },
  seeds(120_000, 600_000),
);
