import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { startMqttHome } from './mqtt-home.ts';

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;

describe('a thermostat with one target in some modes and a range in another', () => {
  let home: MqttHome;
  const id = 'climate.hall';
  beforeAll(async () => {
    home = await startMqttHome();
    await home.discover(
      'climate/hall',
      {
        name: 'Hall',
        modes: ['off', 'heat', 'cool', 'heat_cool'],
        mode_command_topic: 'hall/mode',
        temperature_command_topic: 'hall/temperature',
        temperature_low_command_topic: 'hall/low',
        temperature_high_command_topic: 'hall/high',
        optimistic: true,
      },
      id,
    );
  });
  afterAll(() => home?.stop());

  const set = (service: string, data: object): Promise<unknown> =>
    home.call(`climate.${service}`, { entity_id: id, ...data });
  const wishes = (): unknown[] => {
    const { temperature, target_temp_low, target_temp_high } = home.attributes(id);
    return [temperature, target_temp_low, target_temp_high];
  };

  it('saves one target for the other, and restores it with its mode', async () => {
    await set('set_hvac_mode', { hvac_mode: 'heat' });
    await set('set_temperature', { temperature: 19 });
    expect(wishes()).toEqual([19, null, null]);
    await set('set_temperature', { target_temp_low: 18, target_temp_high: 24 });
    expect(wishes()).toEqual([null, 18, 24]);
    await set('set_hvac_mode', { hvac_mode: 'heat' });
    expect(wishes()).toEqual([19, null, null]);
    await set('set_hvac_mode', { hvac_mode: 'heat_cool' });
    expect(wishes()).toEqual([null, 18, 24]);
    await set('set_hvac_mode', { hvac_mode: 'off' });
    expect(wishes()).toEqual([null, 18, 24]);
    await until(() => home.published.some(([topic, text]) => topic === 'hall/high' && text === '24.0'));
  });
});
