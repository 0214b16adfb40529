import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveOutPast } from '../../support/demo-without-past.ts';
import { setUp } from '../../support/device-home.ts';
import { startTestHub, type TestClient, type TestHub } from '../../support/start-hub.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: states of all domains
type State = any;

const SLOW = { timeout: 20_000, interval: 50 };

let sourceData: string;
let source: TestHub;
let sourceOwner: TestClient;
let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  sourceData = tempFolder(afterAll);
  leaveOutPast(sourceData);
  source = await startTestHub({ demo: true, 'history.enabled': false }, sourceData);
  sourceOwner = await source.connect();
  home = await startTestHub();
  owner = await home.connect();
});
afterAll(async () => {
  await home.stop();
  await source.stop();
});

const entriesOf = (client: TestClient): Promise<State[]> =>
  client.must({ type: 'config_entries/get', domain: 'another_hub' });
const statesOf = async (hub: TestHub): Promise<Map<string, State>> =>
  new Map((await hub.rest('GET', '/api/states')).json.map((state: State) => [state.entity_id, state]));
const stateOf = async (hub: TestHub, id: string): Promise<State> =>
  (await hub.rest('GET', `/api/states/${id}`)).json;
const call = (hub: TestHub, name: string, data: object) =>
  hub.rest('POST', `/api/services/${name.replace('.', '/')}`, data);
const local = (id: string, prefix = 'demo_home_'): string => id.replace('.', `.${prefix}`);
const setOptions = async (hub: TestHub, entryId: string, options: object) => {
  const path = '/api/config/config_entries/options/flow';
  const { json: step } = await hub.rest('POST', path, { handler: entryId });
  return (await hub.rest('POST', `${path}/${step.flow_id}`, options)).json;
};
/** The entities of a hub that it mirrors from others. */
const mirroredIn = async (client: TestClient): Promise<string[]> => {
  const entries: State[] = await client.must({ type: 'config/entity_registry/list' });
  return entries
    .filter(
      ({ platform, unique_id }) =>
        platform === 'another_hub' && !/\/(status|version|following)$/.test(unique_id),
    )
    .map(({ entity_id }) => entity_id)
    .sort();
};

describe('another hub', () => {
  it('refuses what is no hub, a token that is none, and itself', async () => {
    const token = source.token;
    expect(await setUp(home, 'another_hub', { url: 'ftp://x', token })).toMatchObject({
      errors: { url: 'invalid_url' },
    });
    expect(await setUp(home, 'another_hub', { url: 'http://198.51.100.1', token })).toMatchObject({
      errors: { url: 'plain_http' },
    });
    expect(await setUp(home, 'another_hub', { url: 'http://127.0.0.1:1', token })).toMatchObject({
      errors: { base: 'cannot_connect' },
    });
    expect(await setUp(home, 'another_hub', { url: source.url, token: 'wrong' })).toMatchObject({
      errors: { base: 'invalid_auth' },
    });
    expect(await setUp(home, 'another_hub', { url: home.url, token: home.token })).toMatchObject({
      errors: { url: 'this_hub' },
    });
  });

  it('mirrors states, attributes and availability', async () => {
    const token = await sourceOwner.must({
      ...{ type: 'auth/long_lived_access_token', client_name: 'Mirror', lifespan: 30 },
    });
    const made = await setUp(home, 'another_hub', { url: `${source.url}/`, token });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Demo home' });
    await expect.poll(async () => (await entriesOf(owner))[0]?.state, SLOW).toBe('loaded');
    const light = [...(await statesOf(source)).keys()].find((id) => id.startsWith('light.')) ?? '';
    await expect.poll(async () => (await stateOf(home, local(light)))?.state, SLOW).toBeDefined();
    const [theirs, ours] = [await statesOf(source), await statesOf(home)];
    const left = new Set(['zone', 'sun', 'tag']);
    // Lists are sorted there.
    for (const [id, { attributes }] of theirs)
      if (id.startsWith('todo.')) attributes.supported_features &= ~8;
    const differing = [...theirs.values()]
      .filter(({ entity_id: id }) => !left.has(id.slice(0, id.indexOf('.'))))
      .flatMap((state) => differences(state, ours.get(local(state.entity_id))));
    expect(differing).toEqual([]);
  });

  it('sends commands, and shows what becomes of them', async () => {
    const ids = [...(await statesOf(source)).keys()];
    const light = ids.find((id) => id.startsWith('light.')) ?? '';
    await call(home, 'light.turn_on', { entity_id: local(light), brightness: 77 });
    expect((await stateOf(source, light)).attributes.brightness).toBe(77);
    await expect.poll(async () => (await stateOf(home, local(light))).attributes.brightness).toBe(77);
    await call(home, 'light.turn_off', { entity_id: local(light) });
    expect((await stateOf(source, light)).state).toBe('off');
  });

  it('keeps the ID of an entity that the other hub registers anew', async () => {
    const create = (name: string) => sourceOwner.must({ type: 'input_boolean/create', name });
    const ours = async () =>
      [...(await statesOf(home)).values()].filter(({ entity_id: id }) => /demo_home_again/.test(id));
    await create('Again');
    await expect.poll(async () => (await ours()).length, SLOW).toBe(1);
    await sourceOwner.must({ type: 'input_boolean/delete', input_boolean_id: 'again' });
    await create('Another');
    await sourceOwner.must({
      ...{ type: 'config/entity_registry/update', entity_id: 'input_boolean.another' },
      new_entity_id: 'input_boolean.again',
    });
    await expect
      .poll(
        async () => (await ours()).map((state) => [state.entity_id, state.attributes.friendly_name]),
        SLOW,
      )
      .toEqual([['input_boolean.demo_home_again', 'Another']]);
    await sourceOwner.must({ type: 'input_boolean/delete', input_boolean_id: 'another' });
    await expect.poll(ours, SLOW).toEqual([]);
  });

  it('has the items of to-do lists, and changes them there', async () => {
    const list = [...(await statesOf(source)).keys()].find((id) => id.startsWith('todo.')) ?? '';
    const itemsOf = async (client: TestClient, entity_id: string): Promise<State[]> =>
      (await client.must({ type: 'todo/item/list', entity_id })).items;
    const mirrored = local(list);
    const before = await itemsOf(sourceOwner, list);
    expect(await itemsOf(owner, mirrored)).toEqual(before);
    await call(home, 'todo.add_item', { entity_id: mirrored, item: 'Salt', due_date: '2026-12-24' });
    await expect.poll(async () => (await itemsOf(owner, mirrored)).length).toBe(before.length + 1);
    await call(home, 'todo.update_item', {
      entity_id: mirrored,
      item: 'Salt',
      status: 'completed',
      rename: 'Sea salt',
    });
    const { uid, ...salt } = (await itemsOf(sourceOwner, list)).at(-1);
    expect(salt).toMatchObject({ summary: 'Sea salt', status: 'completed', due: '2026-12-24' });
    await call(source, 'todo.update_item', { entity_id: list, item: uid, status: 'needs_action' });
    await expect.poll(async () => (await itemsOf(owner, mirrored)).at(-1).status).toBe('needs_action');
    await call(home, 'todo.remove_item', { entity_id: mirrored, item: [uid] });
    expect(await itemsOf(sourceOwner, list)).toEqual(before);
  });

  it('answers what the other hub answers', async () => {
    const ids = [...(await statesOf(source)).keys()];
    const span = { start_date_time: '2026-11-01T00:00:00+00:00', end_date_time: '2027-01-01T00:00:00+00:00' };
    for (const id of ids.filter((one) => one.startsWith('calendar.'))) {
      const events = async (hub: TestHub, entity_id: string) =>
        (await call(hub, 'calendar.get_events?return_response', { entity_id, ...span })).json
          .service_response[entity_id];
      expect(await events(home, local(id))).toEqual(await events(source, id));
    }
    const weather = ids.find((id) => id.startsWith('weather.')) ?? '';
    const { json } = await call(home, 'weather.get_forecasts?return_response', {
      ...{ entity_id: local(weather), type: 'daily' },
    });
    expect(json.service_response[local(weather)].forecast.length).toBeGreaterThan(0);
  });

  it('sends no commands if they are switched off', async () => {
    const [{ entry_id }] = await entriesOf(owner);
    const light = [...(await statesOf(source)).keys()].find((id) => id.startsWith('light.')) ?? '';
    expect(
      await setOptions(home, entry_id, { prefix: 'demo_home_', domains: ['light'], calls: false }),
    ).toMatchObject({ type: 'create_entry' });
    await expect
      .poll(
        async () => (await mirroredIn(owner)).length > 0 && (await stateOf(home, local(light)))?.state,
        SLOW,
      )
      .toBe('off');
    const { status } = await call(home, 'light.turn_on', { entity_id: local(light) });
    expect(status).toBe(400);
    expect((await stateOf(source, light)).state).toBe('off');
    await setOptions(home, entry_id, { prefix: 'demo_home_', calls: true });
  });

  it('never ends in a circle when both mirror each other', async () => {
    const made = await setUp(source, 'another_hub', { url: home.url, token: home.token });
    expect(made).toMatchObject({ type: 'create_entry' });
    await expect.poll(async () => (await entriesOf(sourceOwner))[0]?.state, SLOW).toBe('loaded');
    const [sensor] = (await entriesOf(sourceOwner)).length > 0 ? await mirroredIn(sourceOwner) : [];
    // The other hub has nothing of its own besides what it has from here.
    expect(sensor).toBeUndefined();
    const count = (await mirroredIn(owner)).length;
    const light = [...(await statesOf(source)).keys()].find((id) => id.startsWith('light.')) ?? '';
    for (let i = 0; i < 5; i += 1) await call(home, 'light.toggle', { entity_id: local(light) });
    expect(await mirroredIn(owner)).toHaveLength(count);
    expect((await stateOf(source, light)).state).toBe('on');
  });

  it('ends a circle of groups that have each other as members', async () => {
    const light = [...(await statesOf(source)).keys()].find((id) => id.startsWith('light.')) ?? '';
    const circle = { group_type: 'light', name: 'Circle', entities: [local(light)] };
    const { id } = await owner.must({ type: 'group/create', ...circle });
    await expect.poll(async () => (await stateOf(source, 'light.home_circle'))?.state, SLOW).toBe('on');
    const ring = { group_type: 'light', name: 'Ring', entities: ['light.home_circle'] };
    await sourceOwner.must({ type: 'group/create', ...ring });
    await expect.poll(async () => (await stateOf(home, 'light.demo_home_ring'))?.state, SLOW).toBe('on');
    const entities = [local(light), 'light.demo_home_ring'];
    await owner.must({ type: 'group/update', group_id: id, ...circle, entities });
    await sourceOwner.must({ type: 'subscribe_events', event_type: 'call_service' });
    expect((await call(home, 'light.turn_off', { entity_id: 'light.circle' })).status).toBe(200);
    expect((await stateOf(source, light)).state).toBe('off');
    const ofRing = sourceOwner.events.filter(({ event }) =>
      JSON.stringify(event?.data?.service_data?.entity_id ?? '').includes('light.ring'),
    );
    expect(ofRing).toHaveLength(1);
    await call(home, 'light.turn_on', { entity_id: local(light) });
  });

  it('shows everything as unavailable while the other hub is away, and comes back by itself', async () => {
    const light = [...(await statesOf(source)).keys()].find((id) => id.startsWith('light.')) ?? '';
    const { port } = new URL(source.url);
    await source.stop();
    await expect.poll(async () => (await stateOf(home, local(light))).state, SLOW).toBe('unavailable');
    source = await startTestHub({ demo: true, 'history.enabled': false, 'http.port': port }, sourceData);
    await expect.poll(async () => (await stateOf(home, local(light))).state, SLOW).toBe('on');
    sourceOwner = await source.connect();
  });

  it('asks for another token when the old one is revoked', async () => {
    const tokens: State[] = await sourceOwner.must({ type: 'hearth/token/list' });
    const token = tokens.find(({ name }) => name === 'Mirror');
    await sourceOwner.must({ type: 'hearth/token/revoke', token_id: token.id });
    const [{ entry_id }] = await entriesOf(owner);
    const asked = async (): Promise<State> =>
      (await owner.must({ type: 'config_entries/flow/progress' })).find(
        ({ context }: State) => context.entry_id === entry_id,
      );
    await expect.poll(asked, SLOW).toMatchObject({ step_id: 'reauth_confirm' });
    const { flow_id } = await asked();
    const path = `/api/config/config_entries/flow/${flow_id}`;
    expect((await home.rest('POST', path, { token: 'wrong' })).json).toMatchObject({
      errors: { base: 'invalid_auth' },
    });
    expect((await home.rest('POST', path, { token: source.token })).json).toMatchObject({
      reason: 'reauth_successful',
    });
    await expect.poll(async () => (await entriesOf(owner))[0].state, SLOW).toBe('loaded');
  });

  it('shows and records no token', async () => {
    const [{ entry_id }] = await entriesOf(owner);
    const diagnostics = await home.rest('GET', `/api/diagnostics/config_entry/${entry_id}`);
    const changes = await owner.must({ type: 'hearth/changes/list' });
    const rows = await home.folder.database.query('SELECT before, after FROM change_parts');
    const shown = JSON.stringify([diagnostics.json, changes, rows, await entriesOf(owner)]);
    expect(shown.includes(source.token)).toBe(false);
  });
});

/** How a mirrored state differs; what names and links it is another hub's business. */
function differences(theirs: State, ours: State): string[] {
  const id: string = theirs.entity_id;
  if (ours === undefined) return [`${id} is missing`];
  const own = new Set([
    'entity_picture',
    'access_token',
    'entity_id',
    'device_trackers',
    'id',
    'group_members',
  ]);
  const names = new Set([...Object.keys(theirs.attributes), ...Object.keys(ours.attributes)]);
  const differing = [...names].filter(
    (name) =>
      !own.has(name) && JSON.stringify(theirs.attributes[name]) !== JSON.stringify(ours.attributes[name]),
  );
  const shown = (state: State, name: string) => `${JSON.stringify(state.attributes[name])}`;
  return [
    ...(inMilliseconds(theirs.state) === ours.state ? [] : [`${id}: ${theirs.state} is ${ours.state}`]),
    ...differing.map((name) => `${id} ${name}: ${shown(theirs, name)} is ${shown(ours, name)}`),
  ];
}

/** Times of images and buttons have microseconds there. */
function inMilliseconds(state: string): string {
  return state.replace(/(\.\d{3})\d{3}(?=\+00:00$)/, '$1000');
}
