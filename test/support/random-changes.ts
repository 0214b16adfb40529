import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestClient, TestHub } from './start-hub.ts';

/** A random number generator with a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Message = Record<string, unknown>;
/** A random command: a message for the WebSocket, or a request. */
type Drawn =
  | Message
  | { readonly method: string; readonly path: string; readonly body?: unknown }
  | undefined;
type Draw = (pick: Picker) => Promise<Drawn> | Drawn;

/** Chooses values for random commands from what the home has now. */
export class Picker {
  readonly client: TestClient;
  readonly hub: TestHub;
  private readonly random: () => number;

  constructor(hub: TestHub, client: TestClient, random: () => number) {
    this.hub = hub;
    this.client = client;
    this.random = random;
  }

  one<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.random() * values.length)];
  }

  number(max: number): number {
    return Math.floor(this.random() * max);
  }

  word(): string {
    return `${this.one(['Kitchen', 'Hall', 'Attic', 'Cellar', 'Porch', 'Study'])} ${this.number(1000)}`;
  }

  async of(type: string, key: string, more: Message = {}): Promise<string | undefined> {
    const found = await this.client.must({ type, ...more });
    const list: Message[] = Array.isArray(found) ? found : found.storage;
    return this.one(list.map((one) => String(one[key])));
  }
}

const registry = (
  kind: string,
  change: (pick: Picker) => Promise<Message> | Message,
): Record<string, Draw> => ({
  [`config/${kind}_registry/create`]: (pick) => ({ name: pick.word() }),
  [`config/${kind}_registry/update`]: async (pick) => {
    const id = await pick.of(`config/${kind}_registry/list`, `${kind}_id`);
    return id === undefined ? undefined : { [`${kind}_id`]: id, ...(await change(pick)) };
  },
  [`config/${kind}_registry/delete`]: async (pick) => {
    const id = await pick.of(`config/${kind}_registry/list`, `${kind}_id`);
    return id === undefined ? undefined : { [`${kind}_id`]: id };
  },
  [`config/${kind}_registry/reorder`]: async (pick) => {
    const list = (await pick.client.must({ type: `config/${kind}_registry/list` })) as Message[];
    return list.length < 2 ? undefined : { [`${kind}_ids`]: list.map((one) => one[`${kind}_id`]).reverse() };
  },
});

const without = (all: Record<string, Draw>, name: string): Record<string, Draw> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));

const collection = (domain: string, fields: (pick: Picker) => Message): Record<string, Draw> => ({
  [`${domain}/create`]: (pick) => fields(pick),
  [`${domain}/update`]: async (pick) => {
    const id = await pick.of(`${domain}/list`, 'id');
    return id === undefined ? undefined : { [`${domain}_id`]: id, ...fields(pick) };
  },
  [`${domain}/delete`]: async (pick) => {
    const id = await pick.of(`${domain}/list`, 'id');
    return id === undefined ? undefined : { [`${domain}_id`]: id };
  },
});

const named = (pick: Picker): Message => ({ name: pick.word() });
const scope = 'automation';
const pipeline = (pick: Picker): Message => ({
  ...{ conversation_engine: 'conversation.home_assistant', conversation_language: 'en', language: 'en' },
  ...{ name: pick.word(), stt_engine: null, stt_language: null, tts_engine: null, tts_language: null },
  ...{ tts_voice: null, wake_word_entity: null, wake_word_id: null },
});
const IDS = ['one', 'two', 'three', 'four'];
const item = (domain: string, config: (pick: Picker, id: string) => Message): Record<string, Draw> => {
  const path = `/api/config/${domain}/config`;
  return {
    [`POST ${path}/:id`]: (pick) => {
      const id = pick.one(IDS) ?? 'one';
      return { method: 'POST', path: `${path}/${id}`, body: config(pick, id) };
    },
    [`DELETE ${path}/:id`]: (pick) => ({ method: 'DELETE', path: `${path}/${pick.one(IDS)}` }),
  };
};

/** Every command that can be undone, with how a random one is drawn. */
export const UNDOABLE: Readonly<Record<string, Draw>> = {
  ...registry('area', async (pick) => ({
    aliases: [pick.word()],
    floor_id: (await pick.of('config/floor_registry/list', 'floor_id')) ?? null,
    labels: [await pick.of('config/label_registry/list', 'label_id')].filter((id) => id !== undefined),
  })),
  ...registry('floor', (pick) => ({ level: pick.number(5) })),
  ...without(
    registry('label', (pick) => ({ description: pick.word() })),
    'config/label_registry/reorder',
  ),
  'config/category_registry/create': (pick) => ({ scope, name: pick.word() }),
  'config/category_registry/update': async (pick) => {
    const id = await pick.of('config/category_registry/list', 'category_id', { scope });
    return id === undefined ? undefined : { scope, category_id: id, name: pick.word() };
  },
  'config/category_registry/delete': async (pick) => {
    const id = await pick.of('config/category_registry/list', 'category_id', { scope });
    return id === undefined ? undefined : { scope, category_id: id };
  },
  'config/entity_registry/update': async (pick) => {
    const id = await pick.of('config/entity_registry/list', 'entity_id');
    const area = (await pick.of('config/area_registry/list', 'area_id')) ?? null;
    const label = await pick.of('config/label_registry/list', 'label_id');
    const category = await pick.of('config/category_registry/list', 'category_id', { scope });
    return {
      entity_id: id,
      ...(pick.one<Message>([
        { area_id: area },
        { name: pick.word() },
        { labels: label === undefined ? [] : [label] },
        { categories: { [scope]: category ?? null } },
        { new_entity_id: `${id?.split('.')[0]}.renamed_${pick.number(10_000)}` },
        { disabled_by: 'user' },
        { disabled_by: null },
        { hidden_by: 'user' },
        { aliases: [pick.word()] },
      ]) ?? {}),
    };
  },
  'config/entity_registry/remove': async (pick) => {
    const id = await pick.of('config/entity_registry/list', 'entity_id');
    return id === undefined ? undefined : { entity_id: id };
  },
  'config/device_registry/update': async (pick) => {
    const id = await pick.of('config/device_registry/list', 'id');
    const area = (await pick.of('config/area_registry/list', 'area_id')) ?? null;
    return pick.one<Message>([
      { device_id: id, area_id: area },
      { device_id: id, name_by_user: pick.word() },
      { device_id: id, disabled_by: pick.one(['user', null]) },
    ]);
  },
  'config/device_registry/remove': async (pick) => ({
    device_id: await pick.of('config/device_registry/list', 'id'),
  }),
  'config/core/update': (pick) => ({ location_name: pick.word(), elevation: pick.number(1000) }),
  ...collection('input_boolean', named),
  ...collection('input_button', named),
  ...collection('counter', named),
  ...collection('input_number', (pick) => ({ ...named(pick), min: 0, max: 10 + pick.number(90) })),
  ...collection('input_select', (pick) => ({ ...named(pick), options: ['a', pick.word()] })),
  ...collection('input_text', named),
  ...collection('input_datetime', (pick) => ({ ...named(pick), has_time: true, has_date: false })),
  ...collection('timer', named),
  ...collection('schedule', named),
  ...collection('todo', named),
  ...collection('calendar', named),
  ...collection('zone', (pick) => ({
    ...named(pick),
    latitude: 50,
    longitude: 7,
    radius: 50 + pick.number(50),
  })),
  ...collection('person', (pick) => ({ ...named(pick), device_trackers: [], user_id: null })),
  ...collection('tag', named),
  ...collection('group', (pick) => ({ ...named(pick), group_type: 'switch', entities: ['switch.none'] })),
  ...collection('template', (pick) => ({
    ...{ ...named(pick), template_type: 'sensor', state: `{{ ${pick.number(9)} }}` },
  })),
  'lovelace/dashboards/create': (pick) => ({ url_path: `page-${pick.number(10_000)}`, title: pick.word() }),
  'lovelace/dashboards/update': async (pick) => {
    const id = await pick.of('lovelace/dashboards/list', 'id');
    return id === undefined ? undefined : { dashboard_id: id, title: pick.word() };
  },
  'lovelace/dashboards/delete': async (pick) => {
    const id = await pick.of('lovelace/dashboards/list', 'id');
    return id === undefined ? undefined : { dashboard_id: id };
  },
  'lovelace/config/save': async (pick) => ({
    url_path: (await pick.of('lovelace/dashboards/list', 'url_path')) ?? null,
    config: { views: [{ title: pick.word() }] },
  }),
  'lovelace/config/delete': async (pick) => ({
    url_path: (await pick.of('lovelace/dashboards/list', 'url_path')) ?? null,
  }),
  'lovelace/resources/create': (pick) => ({ res_type: 'module', url: `/local/${pick.number(999)}.js` }),
  'lovelace/resources/update': async (pick) => {
    const id = await pick.of('lovelace/resources', 'id');
    return id === undefined ? undefined : { resource_id: id, url: `/local/${pick.number(999)}.js` };
  },
  'lovelace/resources/delete': async (pick) => {
    const id = await pick.of('lovelace/resources', 'id');
    return id === undefined ? undefined : { resource_id: id };
  },
  'frontend/update_panel': (pick) => ({ url_path: 'energy', title: pick.word() }),
  'frontend/set_user_data': (pick) => ({ key: `key${pick.number(4)}`, value: { word: pick.word() } }),
  'frontend/set_system_data': (pick) => ({ key: `key${pick.number(4)}`, value: { word: pick.word() } }),
  'hearth/dashboard/save': async (pick) => {
    const url_path = (await pick.of('lovelace/dashboards/list', 'url_path')) ?? null;
    const { revision } = await pick.client.must({ type: 'hearth/dashboard/get', url_path });
    return { url_path, revision, config: { views: [{ title: pick.word() }] } };
  },
  'person/update_own_profile': (pick) => ({ name: pick.word() }),
  'hearth/profile/update': (pick) => ({ name: pick.word() }),
  'hearth/push/preferences': () => undefined,
  'energy/save_prefs': (pick) => ({
    device_consumption: [{ stat_consumption: `sensor.m${pick.number(9)}` }],
  }),
  'hearth/energy/save_settings': (pick) => ({ billing_day: 1 + pick.number(28) }),
  'homeassistant/expose_entity': async (pick) => ({
    ...{ assistants: ['conversation'], should_expose: pick.number(2) === 0 },
    entity_ids: [pick.one([await pick.of('config/entity_registry/list', 'entity_id'), 'light.unregistered'])],
  }),
  'homeassistant/expose_new_entities/set': (pick) => ({
    ...{ assistant: 'conversation', expose_new: pick.number(2) === 0 },
  }),
  'assist_pipeline/pipeline/create': pipeline,
  'assist_pipeline/pipeline/update': async (pick) => {
    const { pipelines } = await pick.client.must({ type: 'assist_pipeline/pipeline/list' });
    return { pipeline_id: pick.one<Message>(pipelines)?.id, ...pipeline(pick) };
  },
  'assist_pipeline/pipeline/delete': async (pick) => {
    const { pipelines } = await pick.client.must({ type: 'assist_pipeline/pipeline/list' });
    return { pipeline_id: pick.one<Message>(pipelines)?.id };
  },
  'assist_pipeline/pipeline/set_preferred': async (pick) => {
    const { pipelines } = await pick.client.must({ type: 'assist_pipeline/pipeline/list' });
    return { pipeline_id: pick.one<Message>(pipelines)?.id };
  },
  'config_entries/update': async (pick) => {
    const id = await pick.of('config_entries/get', 'entry_id');
    return id === undefined ? undefined : { entry_id: id, title: pick.word() };
  },
  'config_entries/disable': async (pick) => {
    const id = await pick.of('config_entries/get', 'entry_id');
    return id === undefined ? undefined : { entry_id: id, disabled_by: pick.one(['user', null]) };
  },
  'DELETE /api/config/config_entries/entry/:entry_id': async (pick) => ({
    method: 'DELETE',
    path: `/api/config/config_entries/entry/${await pick.of('config_entries/get', 'entry_id')}`,
  }),
  'POST /api/config/config_entries/flow/:flow_id': async (pick) => {
    const begun = await pick.hub.rest('POST', '/api/config/config_entries/flow', { handler: 'threshold' });
    return {
      method: 'POST',
      path: `/api/config/config_entries/flow/${begun.json.flow_id}`,
      body: { name: pick.word(), entity_id: 'sensor.none', hysteresis: 0, lower: pick.number(9) },
    };
  },
  'POST /api/config/config_entries/options/flow/:flow_id': async (pick) => {
    const handler = await pick.of('config_entries/get', 'entry_id');
    const begun = await pick.hub.rest('POST', '/api/config/config_entries/options/flow', { handler });
    return {
      method: 'POST',
      path: `/api/config/config_entries/options/flow/${begun.json?.flow_id}`,
      body: { entity_id: 'sensor.none', hysteresis: 0, lower: pick.number(9) },
    };
  },
  'config/history/restore': (pick) => ({
    ...{ domain: pick.one(['automation', 'script', 'scene']), item_id: pick.one(IDS) },
    version: 1 + pick.number(4),
  }),
  'blueprint/save': (pick) => ({
    ...{ domain: 'automation', path: `${pick.one(IDS)}.yaml`, allow_override: true },
    yaml: `blueprint:\n  name: ${pick.word()}\n  domain: automation\ntriggers: []\nactions: []\n`,
  }),
  'blueprint/delete': (pick) => ({ domain: 'automation', path: `${pick.one(IDS)}.yaml` }),
  'config/auth/update': async (pick) => ({
    user_id: await pick.of('config/auth/list', 'id'),
    name: pick.word(),
  }),
  'config/auth/create': (pick) => ({ name: pick.word(), group_ids: ['system-users'] }),
  ...item('automation', (pick) => ({
    ...{ alias: pick.word(), triggers: [{ trigger: 'event', event_type: pick.word() }], actions: [] },
  })),
  ...item('script', (pick) => ({ alias: pick.word(), sequence: [{ delay: pick.number(9) }] })),
  ...item('scene', (pick) => ({ name: pick.word(), entities: { 'light.none': { state: 'on' } } })),
};

/** Runs a random command that can be undone; resolves with its name, or undefined if it was refused. */
export async function runOne(pick: Picker, names: readonly string[]): Promise<string | undefined> {
  const name = pick.one(names) ?? '';
  const drawn = await UNDOABLE[name]?.(pick);
  if (drawn === undefined) return undefined;
  if ('method' in drawn) {
    const { status } = await pick.hub.rest(String(drawn.method), String(drawn.path), drawn.body);
    return status < 300 ? name : undefined;
  }
  const answer = await pick.client.ask({ type: name, ...drawn });
  return answer.success === true ? name : undefined;
}

/** Every document and every file of the data folder, except databases and what a start writes. */
export async function snapshot({ folder, dataDir }: TestHub): Promise<Record<string, string>> {
  const rows = await folder.database.query(
    // When a token was last used is noted by the server.
    "SELECT collection, id, body FROM documents WHERE collection <> 'tokens' ORDER BY collection, id",
  );
  const found: Record<string, string> = {};
  for (const { collection, id, body } of rows) found[`${collection}/${id}`] = String(body);
  const visit = (path: string): void => {
    for (const name of readdirSync(path)) {
      const file = join(path, name);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) visit(file);
      else if (/\.ya?ml$/.test(name)) found[relative(dataDir, file)] = readFileSync(file, 'utf8');
    }
  };
  visit(dataDir);
  return found;
}
