import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedPhone } from '../support/phone.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

let home: TestHub;
let owner: TestClient;
const folder = tempFolder(afterAll);
beforeAll(async () => {
  home = await startTestHub({}, folder);
  owner = await home.connect();
  await home.rest('POST', '/api/config/core/check_config');
  const { id } = await owner.must({ type: 'auth/current_user' });
  await owner.must({ type: 'config/core/update', latitude: 52.37, longitude: 4.89 });
  await owner.must({ type: 'zone/create', name: 'Office', latitude: 52.5, longitude: 5, radius: 100 });
  await owner.must({ type: 'person/create', name: 'Anna', user_id: id });
});
afterAll(() => home.stop());

const state = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;

/** A registered app. */
async function aPhone(system: 'android' | 'ios', name: string): Promise<SimulatedPhone> {
  const phone = new SimulatedPhone(home, system, name);
  expect((await phone.register()).status).toBe(201);
  return phone;
}

describe.each(['android', 'ios'] as const)('an app on %s', (system) => {
  let phone: SimulatedPhone;
  const slug = `${system}_phone`;
  beforeAll(async () => {
    phone = await aPhone(system, `${system} phone`);
  });

  it('registers, with a key if it encrypts', () => {
    expect(phone.webhookId).toMatch(/^[0-9a-f]{64}$/);
    if (system === 'ios') expect(phone.secret).toMatch(/^[0-9a-f]{64}$/);
    else expect(phone.secret).toBeNull();
  });

  it('learns the facts of the home, its zones and its own entities', async () => {
    const { json: config } = await phone.send('get_config');
    expect(config).toMatchObject({ latitude: 52.37, location_name: 'Home', theme_color: '#b4431c' });
    expect(config.components).toContain('mobile_app');
    expect(config.instance_id).toMatch(/^[0-9a-f]{32}$/);
    expect(config.entities).toEqual({ [phone.deviceId]: { disabled: false } });
    const { json: zones } = await phone.send('get_zones');
    expect(zones.map((zone: { entity_id: string }) => zone.entity_id)).toEqual(['zone.home', 'zone.office']);
  });

  it('registers sensors and updates them, also all at once', async () => {
    const battery = {
      type: 'sensor',
      unique_id: 'battery_level',
      name: 'Battery Level',
      device_class: 'battery',
    };
    const first = await phone.send('register_sensor', {
      ...{ ...battery, state: 80, unit_of_measurement: '%', state_class: 'measurement' },
      attributes: { charger: 'USB' },
      entity_category: 'diagnostic',
    });
    expect(first).toEqual({ status: 201, json: { success: true } });
    expect(await state(`sensor.${slug}_battery_level`)).toMatchObject({
      state: '80',
      attributes: {
        unit_of_measurement: '%',
        device_class: 'battery',
        charger: 'USB',
        icon: 'mdi:cellphone',
      },
    });
    await phone.send('register_sensor', {
      type: 'binary_sensor',
      unique_id: 'charging',
      name: 'Charging',
      state: true,
    });
    const { json } = await phone.send('update_sensor_states', [
      { type: 'sensor', unique_id: 'battery_level', state: 79, icon: 'mdi:battery-70' },
      { type: 'binary_sensor', unique_id: 'charging', state: false },
      { type: 'sensor', unique_id: 'unheard', state: 1 },
      { type: 'sensor', unique_id: 'bad', state: { no: 'state' } },
    ]);
    expect(json).toMatchObject({
      battery_level: { success: true },
      charging: { success: true },
      unheard: { success: false, error: { code: 'not_registered' } },
      bad: { success: false, error: { code: 'invalid_format' } },
    });
    expect(await state(`sensor.${slug}_battery_level`)).toMatchObject({
      state: '79',
      attributes: { icon: 'mdi:battery-70' },
    });
    expect((await state(`binary_sensor.${slug}_charging`)).state).toBe('off');
  });

  it('keeps disabled sensors without a state until they are enabled', async () => {
    const hidden = { type: 'sensor', unique_id: 'ssid', name: 'SSID', state: 'attic' };
    await phone.send('register_sensor', { ...hidden, disabled: true });
    expect((await home.rest('GET', `/api/states/sensor.${slug}_ssid`)).status).toBe(404);
    const { json } = await phone.send('update_sensor_states', [{ ...hidden }]);
    expect(json).toEqual({ ssid: { success: true, is_disabled: true } });
    await phone.send('register_sensor', { ...hidden, disabled: false });
    await expect.poll(async () => (await state(`sensor.${slug}_ssid`)).state).toBe('attic');
  });

  it('moves its tracker and its person', async () => {
    const at = (more: object) => phone.send('update_location', { gps_accuracy: 10, ...more });
    expect(await at({ gps: [52.5, 5], battery: 50, speed: 3 })).toEqual({ status: 200, json: {} });
    expect(await state(`device_tracker.${slug}`)).toMatchObject({
      state: 'Office',
      attributes: {
        latitude: 52.5,
        battery_level: 50,
        speed: 3,
        source_type: 'gps',
        in_zones: ['zone.office'],
      },
    });
    await expect.poll(async () => (await state('person.anna')).state).toBe('Office');
    await at({ gps: [52.37, 4.89] });
    await expect.poll(async () => (await state('person.anna')).state).toBe('home');
    await phone.send('update_location', { location_name: 'office' });
    expect((await state(`device_tracker.${slug}`)).state).toBe('Office');
    await phone.send('update_location', { in_zones: [] });
    expect((await state(`device_tracker.${slug}`)).state).toBe('not_home');
    for (const nonsense of [
      { gps: [500, 5], gps_accuracy: 1 },
      { gps: [1, 2] },
      { gps: 'here' },
      { where: 'there' },
      5,
    ])
      expect(await phone.send('update_location', nonsense)).toEqual({ status: 200, json: {} });
    expect((await state(`device_tracker.${slug}`)).state).toBe('not_home');
  });

  it('renders templates as values, calls services and fires events', async () => {
    const { json } = await phone.send('render_template', {
      number: { template: '{{ 20 + x }}', variables: { x: 1 } },
      text: { template: "{{ states('person.anna') }}" },
      broken: { template: '{{ 1 / 0 }}' },
    });
    expect(json).toMatchObject({ number: 21, broken: { error: expect.stringContaining('division') } });
    await owner.must({ type: 'input_boolean/create', name: `${system} guests` });
    const call = {
      domain: 'input_boolean',
      service: 'turn_on',
      service_data: { entity_id: `input_boolean.${system}_guests` },
    };
    expect(await phone.send('call_service', call)).toEqual({ status: 200, json: {} });
    expect((await state(`input_boolean.${system}_guests`)).state).toBe('on');
    expect((await phone.send('call_service', { domain: 'no', service: 'such' })).status).toBe(400);
    const listener = await home.connect();
    await listener.must({ type: 'subscribe_events', event_type: 'mobile_app_notification_action' });
    await phone.send('fire_event', {
      event_type: 'mobile_app_notification_action',
      event_data: { action: 'OPEN' },
    });
    await expect.poll(() => listener.events.map(({ event }) => event.data.action)).toEqual(['OPEN']);
  });

  it('receives notifications over its channel, with actions, and confirms them', async () => {
    const channel = await home.connect();
    const { webhookId: webhook_id } = phone;
    await channel.must({ type: 'mobile_app/push_notification_channel', webhook_id, support_confirm: true });
    const data = { actions: [{ action: 'OPEN', title: 'Open' }], tag: 'door' };
    const notify = (service: string, more: object) =>
      owner.must({
        type: 'call_service',
        domain: 'notify',
        service,
        service_data: { message: 'Ring', ...more },
      });
    await notify(`mobile_app_${slug}`, { title: 'Door', data });
    await expect.poll(() => channel.events.length).toBe(1);
    const { hass_confirm_id: confirm_id, ...note } = channel.events[0].event;
    expect(note).toEqual({ message: 'Ring', title: 'Door', data });
    await channel.must({ type: 'mobile_app/push_notification_confirm', webhook_id, confirm_id });
    const twice = await channel.ask({ type: 'mobile_app/push_notification_confirm', webhook_id, confirm_id });
    expect(twice.error.code).toBe('not_found');
    await notify('notify', {});
    await notify('anna', {});
    await owner.must({
      type: 'call_service',
      domain: 'notify',
      service: 'send_message',
      target: { entity_id: `notify.${slug}` },
      service_data: { message: 'Ring' },
    });
    await expect.poll(() => channel.events.length).toBe(4);
    channel.socket.close();
    await expect
      .poll(
        async () =>
          (
            await owner.ask({
              type: 'call_service',
              domain: 'notify',
              service: `mobile_app_${slug}`,
              service_data: { message: 'x' },
            })
          ).success,
      )
      .toBe(false);
  });

  it('is answered 200 for what it cannot mean, so that it does not register again', async () => {
    for (const body of ['[]', '"x"', '{}', '{"type":5}'])
      expect([body, await phone.post(body)]).toEqual([body, { status: 200, json: {} }]);
    expect(await phone.send('unknown', {})).toEqual({ status: 200, json: {} });
    expect(await phone.post('no json')).toEqual({ status: 400, json: {} });
    if (system !== 'ios') return;
    expect(await phone.post({ type: 'get_zones' })).toMatchObject({
      status: 400,
      json: { error: { code: 'encryption_required' } },
    });
    const sealed = phone.seal({});
    for (const encrypted_data of [
      sealed.slice(0, -8),
      `${sealed.slice(0, 40)}AAAA${sealed.slice(44)}`,
      '',
      'no base64 !',
      5,
    ])
      expect(await phone.post({ type: 'get_zones', encrypted: true, encrypted_data })).toEqual({
        status: 200,
        json: {},
      });
  });

  it('is carried out once, also if somebody sends an encrypted message again', async () => {
    if (system !== 'ios') return;
    const listener = await home.connect();
    await listener.must({ type: 'subscribe_events', event_type: 'ios.recorded' });
    const fire = (action: string) => phone.seal({ event_type: 'ios.recorded', event_data: { action } });
    const [first, second] = [fire('first'), fire('second')];
    const send = (type: string, encrypted_data: string) =>
      phone.post({ type, encrypted: true, encrypted_data });
    // Messages have no order: apps send several at once.
    for (const sealed of [second, first, second, first])
      expect(await send('fire_event', sealed)).toEqual({ status: 200, json: {} });
    expect(await send('call_service', first)).toEqual({ status: 200, json: {} });
    await phone.send('fire_event', { event_type: 'ios.recorded', event_data: { action: 'last' } });
    await listener.event(({ event }) => event?.data?.action === 'last');
    expect(listener.events.map(({ event }) => event.data.action)).toEqual(['second', 'first', 'last']);
    const zones = { type: 'get_zones', encrypted: true, encrypted_data: phone.seal({}) };
    const answers = await Promise.all([phone.post(zones), phone.post(zones)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.json.encrypted).toBe(true);
  });

  it('updates its registration, and has one when it registers twice', async () => {
    const { json } = await phone.send('update_registration', {
      app_version: '2027.1',
      device_name: `${system} phone`,
      manufacturer: 'X',
      model: 'Y',
    });
    expect(json).toMatchObject({ app_version: '2027.1', model: 'Y' });
    expect(json).not.toHaveProperty('webhook_id');
    const old = phone.webhookId;
    await phone.register();
    expect(phone.webhookId).not.toBe(old);
    expect((await fetch(`${home.url}/api/webhook/${old}`, { method: 'POST', body: '{}' })).status).toBe(410);
    const apps = await owner.must({ type: 'hearth/phones/list' });
    expect(apps.filter(({ name }: { name: string }) => name === `${system} phone`)).toHaveLength(1);
    expect((await state(`sensor.${slug}_battery_level`)).state).toBe('79');
  });
});

describe('a registration', () => {
  it('has 120 sensors at once', async () => {
    const phone = await aPhone('android', 'New phone');
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        phone.send('register_sensor', { type: 'sensor', unique_id: `s${i}`, name: `Sensor ${i}`, state: i }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect((await state('sensor.new_phone_sensor_119')).state).toBe('119');
  });

  it('can encrypt later', async () => {
    const phone = await aPhone('android', 'Later');
    const { json } = await phone.send('enable_encryption');
    phone.secret = json.secret;
    expect((await phone.send('get_zones')).json[0].entity_id).toBe('zone.home');
    expect(await phone.post({ type: 'enable_encryption' })).toMatchObject({
      status: 400,
      json: { error: { code: 'encryption_already_enabled' } },
    });
  });

  it('names what is missing', async () => {
    const phone = new SimulatedPhone(home, 'android', 'Bad');
    const answer = await phone.register(home.token, { model: undefined });
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining('model')]);
    expect((await phone.register(home.token, { app_data: { push_url: 'https://x.example' } })).status).toBe(
      400,
    );
    expect((await phone.register('no token')).status).toBe(401);
  });

  it('can do no more than the login it was made with', async () => {
    const policy = { rules: [{ effect: 'allow', domains: ['zone'], actions: ['read'] }] };
    const { token } = await owner.must({ type: 'hearth/token/create', name: 'narrow', policy });
    const phone = new SimulatedPhone(home, 'android', 'Narrow');
    expect((await phone.register(token)).status).toBe(201);
    const call = {
      domain: 'input_boolean',
      service: 'turn_off',
      service_data: { entity_id: 'input_boolean.ios_guests' },
    };
    await phone.send('call_service', call);
    expect((await state('input_boolean.ios_guests')).state).toBe('on');
    const { json } = await phone.send('render_template', {
      a: { template: "{{ states('input_boolean.ios_guests') }}" },
    });
    expect(json.a).toBe('unknown');
    const listener = await home.connect();
    await listener.must({ type: 'subscribe_events', event_type: 'core_config_updated' });
    await phone.send('fire_event', { event_type: 'core_config_updated', event_data: {} });
    await owner.must({ type: 'ping' }).catch(() => {});
    expect(listener.events).toEqual([]);
  });

  it('ends with its login, with its user and when it is revoked', async () => {
    const { id, token } = await owner.must({ type: 'hearth/token/create', name: 'phone login' });
    const phone = new SimulatedPhone(home, 'android', 'Short lived');
    await phone.register(token);
    await owner.must({ type: 'auth/delete_refresh_token', refresh_token_id: id });
    expect((await phone.post({ type: 'get_zones' })).status).toBe(410);

    const other = await aPhone('ios', 'Revoked');
    const apps = await owner.must({ type: 'hearth/phones/list' });
    const app = apps.find(({ name }: { name: string }) => name === 'Revoked');
    expect(JSON.stringify(apps)).not.toContain(other.webhookId);
    await owner.must({ type: 'hearth/phones/revoke', entry_id: app.entry_id });
    expect((await other.post({ type: 'get_zones' })).status).toBe(410);
    expect((await home.rest('GET', '/api/states/device_tracker.revoked')).status).toBe(404);
  });

  it('can be renamed, and allowed to use the push service, by its user', async () => {
    await aPhone('android', 'Tablet');
    const find = async (wanted: string) =>
      (await owner.must({ type: 'hearth/phones/list' })).find(
        ({ name }: { name: string }) => name === wanted,
      );
    const { entry_id, cloud_push } = await find('Tablet');
    expect(cloud_push).toBe(false);
    await owner.must({ type: 'hearth/phones/update', entry_id, name: 'Wall', cloud_push: true });
    expect(await find('Wall')).toMatchObject({ cloud_push: true });
    const services = (await home.rest('GET', '/api/services')).json.notify;
    expect(services).toHaveProperty('mobile_app_wall');
    expect(services).not.toHaveProperty('mobile_app_tablet');
  });

  it('is a config entry, and survives a restart with its entities', async () => {
    const entries = await owner.must({ type: 'config_entries/get' });
    const own = entries.filter(({ domain }: { domain: string }) => domain === 'mobile_app');
    expect(own.length).toBeGreaterThan(3);
    const phone = await aPhone('ios', 'Kept');
    await phone.send('register_sensor', { type: 'sensor', unique_id: 'steps', name: 'Steps', state: 1234 });
    await home.stop();
    home = await startTestHub({}, folder);
    owner = await home.connect();
    expect((await state('sensor.kept_steps')).state).toBe('1234');
    const again = Object.assign(new SimulatedPhone(home, 'ios', 'Kept'), {
      webhookId: phone.webhookId,
      secret: phone.secret,
    });
    expect(
      (await again.send('update_sensor_states', { type: 'sensor', unique_id: 'steps', state: 1300 })).json,
    ).toEqual({ steps: { success: true } });
    expect((await state('sensor.kept_steps')).state).toBe('1300');
  });
});
