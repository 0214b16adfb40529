import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** A server beside a broker, and a device at it. */
async function besideBroker(flags: Record<string, string> = {}) {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const hub = await startTestHub({ ...flags, 'mqtt.url': broker.url });
  onTestFinished(() => hub.stop());
  const device = await connectAsync(broker.url);
  onTestFinished(() => device.endAsync(true));
  return { hub, device };
}

test('a switch that announces itself is switched over REST and removed', async () => {
  const { hub, device } = await besideBroker();
  const commands: string[] = [];
  device.on('message', (topic, payload) => {
    commands.push(`${topic} ${payload}`);
    if (topic === 'plug/set') device.publish('plug/state', payload);
  });
  await device.subscribeAsync('plug/set');
  const stateOf = async (): Promise<string | undefined> =>
    (await hub.rest('GET', '/api/states/switch.desk_plug')).json.state;

  const config = {
    name: 'Plug',
    command_topic: 'plug/set',
    state_topic: 'plug/state',
    unique_id: 'plug-1',
    device: { identifiers: ['plug-1'], name: 'Desk', manufacturer: 'Acme', model: 'P1', sw_version: '1.2' },
  };
  device.publish('homeassistant/switch/plug/config', JSON.stringify(config), { retain: true });
  await until(async () => (await stateOf()) === 'unknown');

  const client = await hub.connect();
  await client.ask({ type: 'subscribe_events', event_type: 'state_changed' });
  const changes = (): string[] =>
    client.events.map(({ event }) => `${event.data.entity_id} ${event.data.new_state?.state ?? 'gone'}`);
  const answer = await hub.rest('POST', '/api/services/switch/turn_on', { entity_id: 'switch.desk_plug' });
  expect(answer.status).toBe(200);
  await until(async () => (await stateOf()) === 'on');
  expect(commands).toEqual(['plug/set ON']);
  await until(() => changes().includes('switch.desk_plug on'));

  const devices = await client.ask({ type: 'config/device_registry/list' });
  expect(devices.result).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Desk', manufacturer: 'Acme', model: 'P1', sw_version: '1.2' }),
    ]),
  );
  device.publish('homeassistant/switch/plug/config', '', { retain: true });
  await until(async () => (await stateOf()) === undefined);
  await until(() => changes().includes('switch.desk_plug gone'));
  expect((await client.ask({ type: 'config/device_registry/list' })).result).toEqual([]);
});

test('a hub that starts again finds its devices where they were', async () => {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const device = await connectAsync(broker.url);
  onTestFinished(() => device.endAsync(true));
  const config = { name: 'Lamp', command_topic: 'lamp/set', unique_id: 'lamp-1' };
  device.publish('homeassistant/switch/lamp/config', JSON.stringify(config), { retain: true });
  const dataDir = tempFolder();
  const first = await startTestHub({ 'mqtt.url': broker.url }, dataDir);
  await until(async () => (await first.rest('GET', '/api/states/switch.lamp')).json.state === 'unknown');
  await first.rest('POST', '/api/services/switch/turn_on', { entity_id: 'switch.lamp' });
  await until(async () => (await first.rest('GET', '/api/states/switch.lamp')).json.state === 'on');
  await first.stop();
  const second = await startTestHub({ 'mqtt.url': broker.url }, dataDir);
  onTestFinished(() => second.stop());
  await until(async () => (await second.rest('GET', '/api/states/switch.lamp')).json.state === 'on');
});

test('a broker that is down does not prevent the start', async () => {
  const hub = await startTestHub({ 'mqtt.url': 'mqtt://127.0.0.1:9' });
  onTestFinished(() => hub.stop());
  expect((await hub.rest('GET', '/api/')).status).toBe(200);
  const answer = await hub.rest('POST', '/api/services/mqtt/publish', { topic: 'a', payload: 'b' });
  expect(answer.status).toBe(500);
  expect(answer.json.message).toContain('no connection');
});

test('a device the user removes stays removed until it is announced again; messages can be inspected', async () => {
  const { hub, device } = await besideBroker();
  const cleared: string[] = [];
  device.on('message', (topic, payload) => {
    if (payload.length === 0) cleared.push(topic);
  });
  await device.subscribeAsync('homeassistant/#');
  const config = {
    dev: { ids: 'd1', name: 'Box' },
    o: { name: 'test' },
    cmps: {
      a: { p: 'sensor', uniq_id: 'a', name: 'A', stat_t: 'box/a' },
      b: { p: 'switch', uniq_id: 'b', name: 'B', cmd_t: 'box/b' },
    },
  };
  device.publish('homeassistant/device/box/config', JSON.stringify(config), { retain: true });
  const client = await hub.connect();
  const boxes = async () => (await client.ask({ type: 'config/device_registry/list' })).result;
  await until(async () => (await boxes()).length === 1);
  const [box] = await boxes();
  const info = (await client.ask({ type: 'mqtt/device/debug_info', device_id: box.id })).result;
  const wish = { type: 'hearth/token/create', name: 'guest', policy: { rules: [] } };
  const guest = await hub.connect((await client.must(wish)).token);
  const denied = await guest.ask({ type: 'mqtt/device/debug_info', device_id: box.id });
  expect(denied.error).toEqual({ code: 'not_found', message: 'Device not found' });
  expect(info.entities.map((one: { entity_id: string }) => one.entity_id)).toEqual([
    'sensor.box_a',
    'switch.box_b',
  ]);

  await client.ask({ type: 'mqtt/subscribe', topic: 'look/#' });
  await until(() => {
    device.publish('look/here', Buffer.from([0xff, 0x41]));
    return client.events.some(({ event }) => event?.topic === 'look/here');
  });
  expect(client.events.find(({ event }) => event?.topic === 'look/here').event).toMatchObject({
    payload: "b'\\xffA'",
    retain: false,
  });
  expect((await client.ask({ type: 'mqtt/subscribe', topic: 'a/#/b' })).error.code).toBe('invalid_format');

  await client.ask({ type: 'config/device_registry/remove', device_id: box.id });
  await until(() => cleared.includes('homeassistant/device/box/config'));
  expect(await boxes()).toEqual([]);
  expect((await hub.rest('GET', '/api/states/switch.box_b')).status).toBe(404);
  device.publish('homeassistant/device/box/config', JSON.stringify(config), { retain: true });
  await until(async () => (await boxes()).length === 1);
});

test('a new device is in the room it suggests, and stays where the user puts it', async () => {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const hub = await startTestHub({ 'mqtt.url': broker.url });
  onTestFinished(() => hub.stop());
  const device = await connectAsync(broker.url);
  onTestFinished(() => device.endAsync(true));
  const client = await hub.connect();
  const announce = (name: string, sa: string) => {
    const config = { name, uniq_id: name, cmd_t: `${name}/set`, dev: { ids: name, name, sa } };
    device.publish(`homeassistant/switch/${name}/config`, JSON.stringify(config), { retain: true });
  };
  const roomOf = async (name: string): Promise<string | null | undefined> => {
    const devices = await client.must({ type: 'config/device_registry/list' });
    return devices.find((one: { name: string }) => one.name === name)?.area_id;
  };
  await client.must({ type: 'config/area_registry/create', name: 'Küche' });
  announce('plug', 'küche');
  announce('lamp', 'Living Room');
  announce('none', ' ');
  await until(async () => (await roomOf('none')) === null);
  expect([await roomOf('plug'), await roomOf('lamp')]).toEqual(['kuche', 'living_room']);
  const areas = await client.must({ type: 'config/area_registry/list' });
  expect(areas.map((area: { name: string }) => area.name)).toEqual(['Küche', 'Living Room']);
  const [{ id }] = await client.must({ type: 'config/device_registry/list' });
  await client.must({ type: 'config/device_registry/update', device_id: id, area_id: 'living_room' });
  announce('plug', 'Bath');
  announce('late', 'Bath');
  await until(async () => (await roomOf('late')) === 'bath');
  expect(await roomOf('plug')).toBe('living_room');
});

test('a button of a remote control fires its triggers', async () => {
  const { hub, device: remote } = await besideBroker();
  const config = {
    automation_type: 'trigger',
    type: 'button_short_press',
    subtype: 'button_1',
    topic: 'remote/action',
    payload: 'single',
    device: { identifiers: ['remote'], name: 'Remote' },
  };
  remote.publish('homeassistant/device_automation/remote/config', JSON.stringify(config), { retain: true });
  const client = await hub.connect();
  const devices = async () => (await client.ask({ type: 'config/device_registry/list' })).result;
  await until(async () => (await devices()).length === 1);
  const [{ id }] = await devices();
  const { result } = await client.ask({ type: 'device_automation/trigger/list', device_id: id });
  const guestToken = await client.must({ type: 'hearth/token/create', name: 'g', policy: { rules: [] } });
  const guest = await hub.connect(guestToken.token);
  const hidden = await guest.ask({ type: 'device_automation/trigger/list', device_id: id });
  expect(hidden.error.code).toBe('not_found');
  expect(result).toEqual([
    {
      platform: 'device',
      domain: 'mqtt',
      device_id: id,
      type: 'button_short_press',
      subtype: 'button_1',
      metadata: {},
    },
  ]);
  await client.ask({ type: 'subscribe_trigger', trigger: result[0] });
  const fired = () => client.events.filter(({ event }) => event?.variables?.trigger !== undefined);
  await until(() => {
    remote.publish('remote/action', 'double');
    remote.publish('remote/action', 'single');
    return fired().length > 0;
  });
  expect(fired()[0].event.variables.trigger).toEqual({
    ...{
      id: '0',
      idx: '0',
      alias: null,
      platform: 'mqtt',
      topic: 'remote/action',
      payload: 'single',
      qos: 0,
    },
    description: 'mqtt topic remote/action',
  });
  await client.must({ type: 'trigger_platforms/subscribe' });
  await until(() => client.events.some(({ event }) => event?.mqtt?.fields.topic.required === true));
  expect(fired().every(({ event }) => event.variables.trigger.payload === 'single')).toBe(true);
  remote.publish('homeassistant/device_automation/remote/config', '', { retain: true });
  await until(async () => (await devices()).length === 0);
});

test('triggers of a device have unique names, and a button of a Tasmota device fires its triggers', async () => {
  const { hub, device } = await besideBroker();
  const client = await hub.connect();
  const announce = (key: string, subtype: string) =>
    device.publish(
      `homeassistant/device_automation/${key}/config`,
      JSON.stringify({
        ...{ automation_type: 'trigger', type: 'press', subtype, topic: 'remote' },
        device: { identifiers: ['remote'], name: 'Remote' },
      }),
    );
  const triggersOf = async (name: string): Promise<{ readonly subtype: string }[]> => {
    const devices = await client.must({ type: 'config/device_registry/list' });
    const id = devices.find((one: { name: string }) => one.name === name)?.id;
    return id === undefined ? [] : client.must({ type: 'device_automation/trigger/list', device_id: id });
  };
  const subtypes = async (): Promise<string[]> => (await triggersOf('Remote')).map(({ subtype }) => subtype);
  announce('one', 'first');
  announce('two', 'second');
  await until(async () => (await subtypes()).length === 2);
  announce('two', 'first');
  announce('three', 'third');
  await until(async () => (await subtypes()).length === 3);
  expect((await subtypes()).sort()).toEqual(['first', 'second', 'third']);
  const mac = 'AABBCC000401';
  device.publish(
    `tasmota/discovery/${mac}/config`,
    JSON.stringify({
      ...{ ip: '192.0.2.1', dn: 'Knob', fn: ['Knob'], hn: 'knob', mac, md: 'Sonoff', ty: 0, if: 0, ver: 1 },
      ...{ ofln: 'Offline', onln: 'Online', state: ['OFF', 'ON', 'TOGGLE', 'HOLD'], sw: '14.4.1', t: 'knob' },
      ...{
        ft: '%prefix%/%topic%/',
        tp: ['cmnd', 'stat', 'tele'],
        rl: [],
        swc: [],
        btn: [1],
        lk: 1,
        lt_st: 0,
      },
      so: { 11: 0, 13: 1, 17: 0, 20: 0, 30: 0, 68: 0, 73: 1, 82: 0 },
    }),
  );
  await until(async () => (await triggersOf('Knob')).length === 1);
  const [trigger] = await triggersOf('Knob');
  expect(trigger).toMatchObject({
    ...{ platform: 'device', domain: 'tasmota', type: 'button_short_press', subtype: 'button_1' },
    discovery_id: `${mac}_button_1_SINGLE`,
  });
  await client.must({ type: 'subscribe_trigger', trigger });
  const told = () => client.events.find(({ event }) => event?.variables?.trigger !== undefined);
  await until(() => {
    device.publish('stat/knob/RESULT', JSON.stringify({ Button1: { Action: 'SINGLE' } }));
    return told() !== undefined;
  });
  expect(told()?.event.variables.trigger).toMatchObject({
    ...{ platform: 'device', description: "event 'tasmota_event'" },
    event: { event_type: 'tasmota_event', data: { mac, source: 'button_1', event: 'SINGLE' } },
  });
  const lost = { ...trigger, discovery_id: 'nobody' };
  expect((await client.ask({ type: 'subscribe_trigger', trigger: lost })).error.code).toBe('invalid_format');
});

test('the picture of a camera comes over HTTP, and nothing that a browser would run', async () => {
  const { hub, device: camera } = await besideBroker();
  camera.publish('homeassistant/camera/c/config', JSON.stringify({ name: 'Door', topic: 'door' }));
  camera.publish(
    'homeassistant/image/i/config',
    JSON.stringify({ name: 'Map', image_topic: 'map', image_encoding: 'b64', content_type: 'text/html' }),
  );
  const picture = (path: string) => hub.rest('GET', path);
  await until(async () => (await picture('/api/camera_proxy/camera.door')).status === 500);
  expect((await picture('/api/camera_proxy/camera.none')).status).toBe(404);
  expect((await picture('/api/image_proxy/camera.door')).status).toBe(404);
  await until(async () => {
    camera.publish('door', Buffer.from('picture'));
    camera.publish('map', Buffer.from('<script>').toString('base64'));
    return (await picture('/api/image_proxy/image.map')).status === 200;
  });
  const door = await picture('/api/camera_proxy/camera.door');
  expect([door.text, door.headers.get('content-type')]).toEqual(['picture', 'image/jpeg']);
  const map = await picture('/api/image_proxy/image.map');
  expect([map.text, map.headers.get('content-type')]).toEqual(['<script>', 'application/octet-stream']);
});

test('a template of a device reads the home, in the time zone of the home', async () => {
  const { hub, device } = await besideBroker({ 'home.time_zone': 'Asia/Tokyo' });
  await hub.rest('POST', '/api/states/sensor.offset', { state: '1.5' });
  const config = {
    name: 'Probe',
    unique_id: 'probe-1',
    state_topic: 'probe/state',
    value_template:
      "{{ value | float + states('sensor.offset') | float }} {{ 0 | timestamp_custom('%H') }} {{ now().tzinfo }}",
  };
  device.publish('homeassistant/sensor/probe/config', JSON.stringify(config), { retain: true });
  device.publish('probe/state', '20', { retain: true });
  await until(async () => {
    const { json } = await hub.rest('GET', '/api/states/sensor.probe');
    return json.state === '21.5 09 Asia/Tokyo';
  });
});

test('a scanned tag is reported with its name, and saved', async () => {
  const { hub, device } = await besideBroker();
  const client = await hub.connect();
  await client.must({ type: 'tag/create', tag_id: 'K1', name: 'Keys' });
  await client.must({ type: 'subscribe_events', event_type: 'tag_scanned' });
  const config = { topic: 'reader/scan', device: { identifiers: ['reader'], name: 'Reader' } };
  device.publish('homeassistant/tag/reader/config', JSON.stringify(config), { retain: true });
  const readers = async () => (await client.must({ type: 'config/device_registry/list' })).length;
  await until(async () => (await readers()) === 1);
  device.publish('reader/scan', 'K1', { retain: true });
  const [{ id }] = await client.must({ type: 'config/device_registry/list' });
  const { event } = await client.event((message) => message.type === 'event');
  expect(event.data).toEqual({ tag_id: 'K1', name: 'Keys', device_id: id });
  expect(await client.must({ type: 'tag/list' })).toEqual([
    expect.objectContaining({ id: 'K1', last_scanned: expect.any(String) }),
  ]);
});
