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
  it('appears, is unknown at first, and shows the state of its topic', async () => {
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

  it('is commanded by its command topic and does not change before it reports', async () => {
    await home.discover('switch/two', plug('two'), 'switch.two');
    await home.call('switch.turn_on', { entity_id: 'switch.two' });
    await until(() => home.published.some(([topic, payload]) => topic === 'two/set' && payload === 'ON'));
    expect(home.state('switch.two')).toBe('unknown');
  });

  it('assumes its state from the command when nothing confirms it', async () => {
    const config = plug('three');
    delete config.state_topic;
    await home.discover('switch/three', config, 'switch.three');
    expect(home.attributes('switch.three').assumed_state).toBe(true);
    await home.call('switch.turn_on', { entity_id: 'switch.three' });
    expect(home.state('switch.three')).toBe('on');
  });

  it('is removed by an empty payload, together with its device', async () => {
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
  it('is a filter; they receive topic, bytes, QoS and whether the message was retained', async () => {
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

describe('the device of what announces itself', () => {
  const box = (more: object, name = 'box') => ({ device: { identifiers: [name], name, ...more } });
  const names = (): (string | null)[] => [...home.devices.list()].map(({ name }) => name);
  const known = (identifier: string) => home.devices.byIdentifier(['mqtt', identifier]);
  const tell = async (config: object, name = 'dev'): Promise<void> => {
    home.send(`homeassistant/switch/${name}/config`, { ...plug(name), ...config });
    await home.pass();
    await home.pass();
  };

  it('is removed when its last entity moves to another', async () => {
    await home.discover('switch/dev', plug('dev', box({}, 'first')), 'switch.dev');
    await tell(box({}, 'second'));
    expect(names()).toEqual(['second']);
    expect(home.registry.get('switch.dev')?.device_id).toBe(known('second')?.id);
    await tell(box({}, 'first'), 'other');
    await tell(box({}, 'first'));
    expect(names()).toEqual(['first']);
    home.send('homeassistant/switch/other/config', '');
    home.send('homeassistant/switch/dev/config', '');
    await until(() => names().length === 0);
  });

  it('keeps its name when a later message has none, and is called after MQTT when none ever had one', async () => {
    await home.discover('switch/dev', plug('dev', box({})), 'switch.dev');
    await tell({ device: { identifiers: ['box'], model: 'M2' } });
    expect(known('box')).toMatchObject({ name: 'box', model: 'M2' });
    await tell(box({ via_device: 'bridge' }));
    expect(known('bridge')).toMatchObject({ name: 'MQTT' });
    await tell({ device: { identifiers: ['box'], child_device: { identifiers: ['lid'] } } });
    expect(known('lid')).toMatchObject({ name: null, parent_device_id: known('box')?.id });
  });

  it('is not reached through itself, shares no identifiers with its child, and is not two devices at once', async () => {
    await tell(box({ via_device: 'box' }));
    expect(known('box')?.via_device_id).not.toBe(known('box')?.id);
    await tell(box({ child_device: { identifiers: ['box'] } }), 'twin');
    expect(home.registry.get('switch.twin')).toBeUndefined();
    await tell(box({}, 'bin'), 'bin');
    await tell({ device: { identifiers: ['box', 'bin'], name: 'both' } });
    expect([known('box')?.name, known('bin')?.name]).toEqual(['box', 'bin']);
    expect(known('box')?.identifiers).toEqual([['mqtt', 'box']]);
  });

  it('is not created for a second entity with the same unique ID', async () => {
    const before = names();
    home.send('homeassistant/switch/thief/config', plug('dev', box({}, 'thief')));
    await home.pass();
    await home.pass();
    expect(names()).toEqual(before);
  });

  it('has a limited number of identifiers', async () => {
    const identifiers = Array.from({ length: 201 }, (_, i) => `many-${i}`);
    await tell({ device: { identifiers, name: 'many' } }, 'many');
    expect(home.registry.get('switch.many')).toBeUndefined();
    expect(names()).not.toContain('many');
  });
});
