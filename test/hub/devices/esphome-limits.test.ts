import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../../integrations/esphome/protocol/noise.ts';
import { varint } from '../../../integrations/esphome/protocol/protobuf.ts';
import { setUp } from '../../support/device-home.ts';
import { EspHomeNode } from '../../support/esphome-node.ts';
import { startTestHub, type TestClient, type TestHub } from '../../support/start-hub.ts';

const FLOW = '/api/config/config_entries/flow';
const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const keys = (text: string): Buffer | undefined => keyOf(text);
const RELAY = { key: 1, name: 'Relay' };

let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  home = await startTestHub();
  owner = await home.connect();
});
afterAll(() => home.stop());

let last = 0;
/** A node of its own with one switch. */
async function startNode(facts: ConstructorParameters<typeof EspHomeNode>[0] = {}): Promise<EspHomeNode> {
  last += 1;
  const mac = `AA:00:00:00:00:0${last}`;
  const node = new EspHomeNode({
    listed: [['ListEntitiesSwitchResponse', RELAY]],
    states: [['SwitchStateResponse', { key: 1, state: true }]],
    ...facts,
    info: { name: `node${last}`, mac_address: mac, ...facts.info },
  });
  await node.start();
  return node;
}

const add = (node: EspHomeNode, ...forms: object[]) =>
  setUp(home, 'esphome', { host: '127.0.0.1', port: node.port }, ...forms);
const shown = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json?.state;
const entryOf = async (title: string) => {
  const entries = await owner.must({ type: 'config_entries/get', domain: 'esphome' });
  return entries.find((one: { title: string }) => one.title === title);
};
const allow = async (title: string, options: object) => {
  const { entry_id: handler } = await entryOf(title);
  const path = '/api/config/config_entries/options/flow';
  const { json: form } = await home.rest('POST', path, { handler });
  await home.rest('POST', `${path}/${form.flow_id}`, options);
};

describe('a board with encryption', () => {
  it('is asked for its key before anything else, and again when it has another', async () => {
    const node = await startNode({ key: keys(KEY) });
    const form = await add(node);
    expect(form).toMatchObject({
      ...{ step_id: 'encryption_key', description_placeholders: { name: 'node1' }, errors: null },
      data_schema: [{ name: 'noise_psk', secret: true, required: true }],
    });
    const answer = async (noise_psk: string) =>
      (await home.rest('POST', `${FLOW}/${form.flow_id}`, { noise_psk })).json;
    for (const wrong of ['short', OTHER_KEY])
      expect(await answer(wrong)).toMatchObject({ errors: { noise_psk: 'invalid_psk' } });
    expect(node.received).toEqual([]);
    expect(await answer(KEY)).toMatchObject({ type: 'create_entry', title: 'node1' });
    await expect.poll(() => shown('switch.node1_relay')).toBe('on');

    node.facts.key = keys(OTHER_KEY);
    node.received.length = 0;
    await node.stop();
    await node.start();
    const expired = async () => (await owner.must({ type: 'config_entries/flow/progress' }))[0];
    await expect.poll(expired, { timeout: 10_000 }).toMatchObject({ step_id: 'reauth_confirm' });
    expect(node.received).toEqual([]);
    const { flow_id } = await expired();
    const refused = await home.rest('POST', `${FLOW}/${flow_id}`, { noise_psk: KEY });
    expect(refused.json).toMatchObject({ errors: { noise_psk: 'invalid_psk' } });
    const taken = await home.rest('POST', `${FLOW}/${flow_id}`, { noise_psk: OTHER_KEY });
    expect(taken.json).toMatchObject({ reason: 'reauth_successful' });
    await expect.poll(() => shown('switch.node1_relay')).toBe('on');
    const { entry_id } = await entryOf('node1');
    const log = await owner.must({ type: 'hearth/integrations/log', entry_id });
    expect(JSON.stringify(log)).not.toContain(OTHER_KEY);

    // Without encryption it is sent nothing, although it would answer.
    node.facts.key = undefined;
    node.received.length = 0;
    await node.stop();
    await node.start();
    await expect.poll(() => shown('switch.node1_relay')).toBe('unavailable');
    expect(node.received).toEqual([]);
    await node.stop();
  });
});

describe('a board', () => {
  it('asks for a password where it has one', async () => {
    const node = await startNode({ password: 'open' });
    const form = await add(node);
    expect(form).toMatchObject({ step_id: 'authenticate' });
    const answer = async (password: string) =>
      (await home.rest('POST', `${FLOW}/${form.flow_id}`, { password })).json;
    expect(await answer('wrong')).toMatchObject({ errors: { base: 'invalid_auth' } });
    expect(await answer('open')).toMatchObject({ type: 'create_entry' });
    await expect.poll(() => shown('switch.node2_relay')).toBe('on');
    await node.stop();
  });

  it('that is none, or speaks another version, is refused with the reason', async () => {
    const web = await startNode({ garbage: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n') });
    expect(await add(web)).toMatchObject({ errors: { host: 'not_esphome' } });
    const huge = await startNode({
      garbage: Buffer.concat([Buffer.from([0]), varint(10_000_000), varint(2)]),
    });
    expect(await add(huge)).toMatchObject({ errors: { host: 'not_esphome' } });
    const next = await startNode({ version: 2 });
    expect(await add(next)).toMatchObject({ errors: { host: 'other_version' } });
    const nameless = await startNode({ info: { mac_address: 'no' } });
    expect(await add(nameless)).toMatchObject({ errors: { base: 'no_mac' } });
    for (const node of [web, huge, next, nameless]) await node.stop();
  });

  it('is not used at the address of another', async () => {
    const node = await startNode();
    await add(node);
    await expect.poll(() => shown('switch.node7_relay')).toBe('on');
    await node.stop();
    node.facts.info = { ...node.facts.info, mac_address: 'BB:00:00:00:00:01' };
    node.received.length = 0;
    await node.start();
    await expect.poll(() => node.last('DeviceInfoRequest')).toBeDefined();
    expect(await shown('switch.node7_relay')).toBe('unavailable');
    expect(node.last('ListEntitiesRequest')).toBeUndefined();
    await node.stop();
  });

  it('with thousands of entities, wrong values and strange names disturbs nobody', async () => {
    const many = Array.from(
      { length: 2500 },
      (_, i) => ['ListEntitiesSensorResponse', { key: i + 1, name: `S${i}`, accuracy_decimals: -5 }] as const,
    );
    const odd = [
      ['ListEntitiesLightResponse', { key: 1, name: '<b>Lamp</b>', supported_color_modes: [99, 0] }],
      ['ListEntitiesLightResponse', { key: 1, name: '<b>Lamp</b>', supported_color_modes: [35] }],
      ['ListEntitiesClimateResponse', { key: 2, name: '', supported_modes: [200], entity_category: 77 }],
      [
        'ListEntitiesSensorResponse',
        { key: 3, name: 'Odd', accuracy_decimals: 2_000_000_000, state_class: 9 },
      ],
    ] as const;
    const node = await startNode({
      listed: [...odd, ...many],
      states: [
        ['LightStateResponse', { key: 1, state: true, red: Number.NaN, brightness: 1e38 }],
        ['ClimateStateResponse', { key: 2, mode: 99, target_temperature: Number.POSITIVE_INFINITY }],
        ['SensorStateResponse', { key: 3, state: Number.NaN }],
        ['SensorStateResponse', { key: 1, state: 4.5 }],
        ['SwitchStateResponse', { key: 999, state: true }],
      ],
    });
    expect(await add(node)).toMatchObject({ type: 'create_entry' });
    await expect.poll(() => shown('sensor.node8_s0'), { timeout: 20_000 }).toBe('5');
    expect(await shown('light.node8_b_lamp_b')).toBe('on');
    expect(await shown('sensor.node8_odd')).toBe('unknown');
    const all = await owner.must({ type: 'config/entity_registry/list' });
    const own = all.filter((one: { unique_id: string }) => one.unique_id?.startsWith('AA:00:00:00:00:08'));
    expect(own.length).toBe(2000);
    node.sendRaw(Buffer.from([0, 127, 26, ...Array.from({ length: 127 }, () => 255)]));
    await expect.poll(() => shown('sensor.node8_s0')).toBe('unavailable');
    await expect.poll(() => shown('sensor.node8_s0'), { timeout: 10_000 }).toBe('5');
    await node.stop();
  });

  it('that sleeps keeps its values, and is asked again when it announces itself', async () => {
    const node = await startNode({ info: { has_deep_sleep: true } });
    await add(node);
    await expect.poll(() => shown('switch.node9_relay')).toBe('on');
    node.send('DisconnectRequest');
    await expect.poll(() => node.connections).toBe(0);
    node.facts.states = [['SwitchStateResponse', { key: 1, state: false }]];
    expect(await shown('switch.node9_relay')).toBe('on');
    home.hub.devices?.discoveries.heard({
      ...{ type: '_esphomelib._tcp.local.', name: 'node9._esphomelib._tcp.local.', hostname: 'node9.local.' },
      ...{ port: node.port, addresses: ['127.0.0.1'], properties: { mac: 'aa0000000009' } },
    });
    await expect.poll(() => shown('switch.node9_relay')).toBe('off');
    await node.stop();
  });
});

describe('what a board asks of the home', () => {
  it('is refused unless its owner allows it', async () => {
    last = 20;
    const node = await startNode({ info: { mac_address: 'AA:00:00:00:00:21' } });
    await add(node);
    await expect.poll(() => shown('switch.node21_relay')).toBe('on');
    const own = (call_id: number, service: string, more: object = {}) =>
      node.send('HomeassistantActionRequest', { service, call_id, ...more });
    const create = { data: [{ key: 'message', value: 'Hi' }] };
    const template = { data_template: [{ key: 'title', value: '{{ name | upper }}' }] };
    const variables = { variables: [{ key: 'name', value: 'node' }] };
    const whole = { ...create, ...template, ...variables };
    own(1, 'persistent_notification.create', whole);
    await expect
      .poll(() => node.last('HomeassistantActionResponse'))
      .toMatchObject({ call_id: 1, success: false });
    await allow('node21', { allow_service_calls: true });
    await expect.poll(() => node.connections).toBe(1);
    await expect.poll(() => node.last('SubscribeStatesRequest')).toBeDefined();
    await expect.poll(() => shown('switch.node21_relay')).toBe('on');
    own(2, 'persistent_notification.create', whole);
    await expect
      .poll(() => node.last('HomeassistantActionResponse'))
      .toMatchObject({ call_id: 2, success: true });
    const list = await owner.must({ type: 'persistent_notification/get' });
    expect(list).toMatchObject([{ message: 'Hi', title: 'NODE' }]);
    own(3, 'no.such');
    await expect
      .poll(() => node.last('HomeassistantActionResponse'))
      .toMatchObject({ call_id: 3, success: false });

    const { entry_id } = await entryOf('node21');
    await owner.must({ type: 'subscribe_events', event_type: 'esphome.pressed' });
    own(0, 'automation_reloaded', { is_event: true });
    own(0, 'esphome.pressed', { is_event: true, data: [{ key: 'times', value: '2' }] });
    const devices = await owner.must({ type: 'config/device_registry/list' });
    const device = devices.find((one: { config_entries: string[] }) => one.config_entries.includes(entry_id));
    const { event } = await owner.event((one) => one.event?.event_type === 'esphome.pressed');
    expect(event.data).toEqual({ device_id: device.id, times: '2' });

    node.send('SubscribeHomeAssistantStateResponse', { entity_id: 'switch.node21_relay' });
    await expect
      .poll(() => node.last('HomeAssistantStateResponse'))
      .toMatchObject({ entity_id: 'switch.node21_relay', state: 'on' });
    node.send('SwitchStateResponse', { key: 1, state: false });
    await expect.poll(() => node.last('HomeAssistantStateResponse')).toMatchObject({ state: 'off' });
    node.send('GetTimeRequest');
    await expect.poll(() => node.last('GetTimeResponse')?.epoch_seconds).toBeGreaterThan(1_000_000_000);
    await node.stop();
  });
});
