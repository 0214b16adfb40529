import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { startMqttHome } from './mqtt-home.ts';

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;
let home: MqttHome;
beforeAll(async () => {
  home = await startMqttHome();
});
afterAll(() => home?.stop());

/** A switch of its own for each test. */
function plug(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name,
    unique_id: name,
    default_entity_id: `switch.${name}`,
    command_topic: `${name}/set`,
    state_topic: `${name}/state`,
    ...more,
  };
}

describe('a switch that announces itself', () => {
  it('appears, is unknown at first, and shows what its topic says', async () => {
    await home.discover('switch/one', plug('one'), 'switch.one');
    expect(home.state('switch.one')).toBe('unknown');
    home.send('one/state', 'ON');
    await until(() => home.state('switch.one') === 'on');
    home.send('one/state', 'on');
    home.send('one/state', '');
    await home.pass();
    expect(home.state('switch.one')).toBe('on');
    home.send('one/state', 'None');
    await until(() => home.state('switch.one') === 'unknown');
  });

  it('is commanded by its command topic and does not change before it says so', async () => {
    await home.discover('switch/two', plug('two'), 'switch.two');
    await home.call('switch.turn_on', { entity_id: 'switch.two' });
    await until(() => home.published.some(([topic, payload]) => topic === 'two/set' && payload === 'ON'));
    expect(home.state('switch.two')).toBe('unknown');
  });

  it('takes its command for its state when nothing confirms it', async () => {
    const config = plug('three');
    delete config.state_topic;
    await home.discover('switch/three', config, 'switch.three');
    expect(home.attributes('switch.three').assumed_state).toBe(true);
    await home.call('switch.turn_on', { entity_id: 'switch.three' });
    expect(home.state('switch.three')).toBe('on');
  });

  it('goes with an empty payload, and its device with it', async () => {
    await home.discover(
      'switch/four',
      plug('four', { device: { ids: 'four', name: 'Four' } }),
      'switch.four',
    );
    expect(home.attributes('switch.four').friendly_name).toBe('Four four');
    const device = home.devices.byIdentifier(['mqtt', 'four']);
    expect(device?.name).toBe('Four');
    home.send('homeassistant/switch/four/config', '');
    await until(() => home.state('switch.four') === undefined);
    expect(home.registry.get('switch.four')).toBeUndefined();
    expect(home.devices.byIdentifier(['mqtt', 'four'])).toBeUndefined();
  });
});

describe('a scene that a device keeps itself', () => {
  it('is turned on by its payload and shows when; without one it cannot be turned on', async () => {
    const scene = (name: string, more: object) => ({
      name,
      unique_id: name,
      command_topic: `${name}/set`,
      ...more,
    });
    await home.discover('scene/evening', scene('evening', { payload_on: 'GO' }), 'scene.evening');
    await home.discover('scene/mute', scene('mute', {}), 'scene.mute');
    await home.call('scene.turn_on', { entity_id: 'scene.evening' });
    await until(() => home.published.some(([topic, text]) => topic === 'evening/set' && text === 'GO'));
    expect(home.state('scene.evening')).toMatch(/^\d{4}-/);
    await expect(home.call('scene.turn_on', { entity_id: 'scene.mute' })).rejects.toMatchObject({
      code: 'home_assistant_error',
    });
  });
});

describe('what automations listen to', () => {
  it('is a filter; they hear topic, bytes, quality and whether the broker had kept the message', async () => {
    home.send('kept/one', 'before', true);
    await home.pass();
    const heard: unknown[] = [];
    const undo = home.mqtt.listen('kept/+', 1, ({ topic, payload, qos, retain }) =>
      heard.push([topic, payload.toString('hex'), qos, retain]),
    );
    await until(() => heard.length === 1);
    home.device.publish('kept/two', Buffer.from([0xff, 0]), { qos: 1 });
    await until(() => heard.length === 2);
    undo();
    home.send('kept/two', 'unheard');
    home.send('kept/one', '', true);
    await home.pass();
    expect(heard).toEqual([
      ['kept/one', Buffer.from('before').toString('hex'), 0, true],
      ['kept/two', 'ff00', 1, false],
    ]);
  });

  it('is refused where it is no filter', () => {
    expect(() => home.mqtt.listen('a#/b', 0, () => {})).toThrow(/# must be the last level/);
  });
});
