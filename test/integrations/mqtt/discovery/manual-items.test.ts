import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../support/until.ts';
import { startMqttHome } from '../mqtt-home.ts';

describe('entities of the settings', () => {
  it('are there from the start and speak with their devices', async () => {
    const home = await startMqttHome(undefined, [
      { sensor: { name: 'Meter', unique_id: 'm', state_topic: 'meter', unit_of_measurement: 'W' } },
      { switch: { name: 'Pump', command_topic: 'pump/set' } },
    ]);
    onTestFinished(() => home.stop());
    await until(() => home.state('sensor.meter') === 'unknown');
    home.send('meter', '12.50');
    await until(() => home.state('sensor.meter') === '12.50');
    await home.call('switch.turn_on', { entity_id: 'switch.pump' });
    await until(() => home.published.some(([topic, payload]) => topic === 'pump/set' && payload === 'ON'));
  });

  it('are written as in Home Assistant: one or a list under a component, several components in a block', async () => {
    const sensor = (name: string) => ({ name, state_topic: name });
    const home = await startMqttHome(undefined, {
      sensor: [sensor('one'), sensor('two'), { name: 'no topic' }],
      binary_sensor: sensor('three'),
    });
    onTestFinished(() => home.stop());
    expect(['sensor.one', 'sensor.two', 'binary_sensor.three'].map(home.state)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(home.warnings).toHaveLength(1);
    expect(home.warnings[0]).toContain('settings:sensor.2: ');
  });

  it('that are invalid are named with their place and do not affect others', async () => {
    const home = await startMqttHome(undefined, [
      'sensor',
      { sensor: 5 },
      { fridge: {} },
      { sensor: { name: 'no topic' } },
      { sensor: { name: 'Good', state_topic: 'good' } },
    ]);
    onTestFinished(() => home.stop());
    expect(home.state('sensor.good')).toBe('unknown');
    expect(home.warnings.map((text) => text.slice(0, 11))).toEqual([
      'settings:0:',
      'settings:1:',
      'settings:2:',
      'settings:3:',
    ]);
    expect(home.warnings[3]).toContain('state_topic');
  });

  it('come back after a reload', async () => {
    const home = await startMqttHome(undefined, [{ sensor: { name: 'Kept', state_topic: 'kept' } }]);
    onTestFinished(() => home.stop());
    await home.call('mqtt.reload', {});
    await until(() => home.mqtt.connection.isConnected);
    await until(() => home.state('sensor.kept') === 'unknown');
    await home.pass();
    home.send('kept', 'yes');
    await until(() => home.state('sensor.kept') === 'yes');
  });
});
