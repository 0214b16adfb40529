import { createRequire } from 'node:module';
import {
  type Connection,
  callService,
  createConnection,
  createLongLivedTokenAuth,
  ERR_INVALID_AUTH,
  getConfig,
  getServices,
  getStates,
  getUser,
  type HassEntities,
  subscribeEntities,
} from 'home-assistant-js-websocket';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startHome } from '../support/served-home.ts';

interface StateEvent {
  readonly entity_id: string;
  readonly new_state: { readonly state: string };
}

/** As much of node-homeassistant, which has no types, as is used here. */
interface NodeHome {
  readonly ws: WebSocket;
  connect(): Promise<unknown>;
  state(id: string): { readonly state: string } | undefined;
  on(event: string, listener: (data: StateEvent) => void): void;
  call(options: object): Promise<unknown>;
}

const require = createRequire(import.meta.url);
const { default: createClient } = require('homeassistant-ws') as typeof import('homeassistant-ws');
const NodeHomeassistant = require('node-homeassistant') as new (options: object) => NodeHome;

Object.assign(globalThis, { WebSocket });

const LAMP = 'light.kitchen_counter';

async function connectLibrary(url: string, token: string): Promise<Connection> {
  const connection = await createConnection({ auth: createLongLivedTokenAuth(url, token), setupRetry: 0 });
  onTestFinished(() => connection.close());
  return connection;
}

test('home-assistant-js-websocket connects, lists, sees a change and calls a service', async () => {
  const { url, token } = await startHome({ demo: true });
  const connection = await connectLibrary(url, token);
  expect(connection.haVersion).toBe('2026.11.0');
  let entities: HassEntities = {};
  let check: () => void = () => {};
  subscribeEntities(connection, (now) => {
    entities = now;
    check();
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (holds()) resolve();
      };
      check();
    });
  await until(() => entities[LAMP]?.state === 'off');
  expect(Object.keys(entities).length).toBeGreaterThan(30);
  const called = callService(connection, 'light', 'turn_on', { brightness: 100 }, { entity_id: LAMP });
  await until(() => entities[LAMP]?.state === 'on');
  expect(entities[LAMP]?.attributes.brightness).toBe(100);
  const user = await getUser(connection);
  expect(await called).toEqual({ context: entities[LAMP]?.context, response: null });
  expect(entities[LAMP]?.context).toEqual({ id: expect.any(String), parent_id: null, user_id: user.id });
  expect((await getStates(connection)).find((state) => state.entity_id === LAMP)?.state).toBe('on');
  expect(Object.keys((await getServices(connection)).light ?? {})).toEqual(
    expect.arrayContaining(['turn_on', 'turn_off', 'toggle']),
  );
  expect(await getConfig(connection)).toMatchObject({ state: 'RUNNING', version: '2026.11.0' });
  await connection.ping();
});

test('home-assistant-js-websocket learns that a token is invalid', async () => {
  const { url } = await startHome({ demo: true });
  await expect(connectLibrary(url, 'wrong')).rejects.toBe(ERR_INVALID_AUTH);
});

test('homeassistant-ws connects, lists, receives an event and calls a service', async () => {
  const { port, token } = await startHome({ demo: true });
  const client = await createClient({ token, host: '127.0.0.1', port });
  onTestFinished(() => client.rawClient.ws.close());
  const states = await client.getStates();
  expect(states.find((state: { entity_id: string }) => state.entity_id === LAMP)).toMatchObject({
    state: 'off',
  });
  expect(Object.keys(await client.getServices())).toContain('light');
  expect(await client.getConfig()).toMatchObject({ state: 'RUNNING' });
  await client.getPanels();
  const heard = new Promise<string>((resolve) => {
    client.on('state_changed', ({ data }: { data: StateEvent }) => {
      if (data.entity_id === LAMP) resolve(data.new_state.state);
    });
  });
  await client.callService('light', 'turn_on', { entity_id: LAMP });
  expect(await heard).toBe('on');
  await expect(client.callService('light', 'turn_on', {})).rejects.toThrow('entity_id');
});

test('node-homeassistant connects, follows a state and calls a service', async () => {
  const { port, token } = await startHome({ demo: true });
  const home = new NodeHomeassistant({ host: '127.0.0.1', port, token, retryCount: 0 });
  await home.connect();
  onTestFinished(() => {
    home.ws.removeAllListeners('close');
    home.ws.close();
  });
  expect(home.state(LAMP)?.state).toBe('off');
  const heard = new Promise<string>((resolve) => {
    home.on(`state:${LAMP}`, ({ new_state }) => resolve(new_state.state));
  });
  await home.call({ domain: 'light', service: 'turn_on', service_data: { entity_id: LAMP } });
  expect(await heard).toBe('on');
  expect(home.state(LAMP)?.state).toBe('on');
});
