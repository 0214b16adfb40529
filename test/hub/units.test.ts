import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundHalfEven } from '../../src/core/rounding.ts';
import { convert } from '../../src/core/units.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

interface Shown {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

describe('the units of a home', () => {
  let hub: TestHub;
  let client: TestClient;
  beforeAll(async () => {
    hub = await startTestHub({ demo: true });
    client = await hub.connect();
  });
  afterAll(() => hub.stop());

  const states = async (): Promise<Shown[]> => (await hub.rest('GET', '/api/states')).json;
  const state = async (id: string): Promise<Shown> => (await hub.rest('GET', `/api/states/${id}`)).json;
  const moveTo = (unit_system: string) => client.must({ type: 'config/core/update', unit_system });
  const first = async (fits: (state: Shown) => boolean): Promise<string> => {
    const found = (await states()).find(fits);
    if (found === undefined) throw new Error('The demo home has no such entity');
    return found.entity_id;
  };

  it('are chosen for a sensor by its user, and shown at once, there and back', async () => {
    const id = await first(({ attributes }) => attributes.unit_of_measurement === '°C');
    const choose = (unit: string | null) =>
      client.must({
        type: 'config/entity_registry/update',
        entity_id: id,
        options_domain: 'sensor',
        options: unit === null ? null : { unit_of_measurement: unit },
      });
    let [before, after, back] = [await state(id), await state(id), await state(id)];
    do {
      // The room may grow warmer in between.
      before = await state(id);
      await choose('°F');
      after = await state(id);
      await choose(null);
      back = await state(id);
    } while (back.state !== before.state);
    const decimals = before.state.split('.')[1]?.length ?? 0;
    const expected = convert(Number(before.state), '°C', '°F').toFixed(Math.max(1, decimals));
    expect([after.state, after.attributes.unit_of_measurement]).toEqual([expected, '°F']);
    expect(back.attributes.unit_of_measurement).toBe('°C');
  });

  it('hold for a thermostat both ways', async () => {
    const id = 'climate.living_room_heating';
    const known = (await states()).map(({ entity_id }) => entity_id);
    const thermostat = known.includes(id) ? id : await first((one) => 'target_temp_step' in one.attributes);
    const set = (temperature: number) =>
      hub.rest('POST', '/api/services/climate/set_temperature', { entity_id: thermostat, temperature });
    await set(20.5);
    await moveTo('us_customary');
    expect((await state(thermostat)).attributes).toMatchObject({
      temperature: 69,
      temperature_unit: '°F',
    });
    expect((await set(70)).status).toBe(200);
    expect((await state(thermostat)).attributes.temperature).toBe(70);
    expect((await set(21)).status).toBe(400);
    await moveTo('metric');
    expect((await state(thermostat)).attributes).toMatchObject({ temperature: 21.1, temperature_unit: '°C' });
  });

  it('hold for a weather forecast', async () => {
    const id = await first(({ entity_id }) => entity_id.startsWith('weather.'));
    const ask = async (): Promise<Readonly<Record<string, unknown>>[]> => {
      const path = '/api/services/weather/get_forecasts?return_response';
      const answer = await hub.rest('POST', path, { entity_id: id, type: 'daily' });
      return answer.json.service_response[id].forecast;
    };
    const metric = await ask();
    await client.must({ type: 'weather/subscribe_forecast', entity_id: id, forecast_type: 'daily' });
    const told = (forecast: unknown) =>
      client.event(({ event }) => JSON.stringify(event?.forecast) === JSON.stringify(forecast));
    await told(metric);
    await moveTo('us_customary');
    const us = await ask();
    await told(us);
    expect(metric.length).toBeGreaterThan(0);
    const rounded = (value: unknown, from: string, to: string, decimals: number) =>
      roundHalfEven(convert(Number(value), from, to), decimals);
    for (const [i, day] of metric.entries()) {
      expect(us[i]).toEqual({
        ...day,
        temperature: rounded(day.temperature, '°C', '°F', 0),
        templow: rounded(day.templow, '°C', '°F', 0),
        wind_speed: rounded(day.wind_speed, 'km/h', 'mph', 2),
        pressure: rounded(day.pressure, 'hPa', 'inHg', 2),
        precipitation: rounded(day.precipitation, 'mm', 'in', 2),
      });
    }
    expect((await state(id)).attributes).toMatchObject({ wind_speed_unit: 'mph', temperature_unit: '°F' });
    await moveTo('metric');
    expect(await ask()).toEqual(metric);
  });

  it('are listed for forms', async () => {
    const units = (domain: string, device_class: string) =>
      client.must({ type: `${domain}/device_class_convertible_units`, device_class });
    expect(await units('sensor', 'temperature')).toEqual({ units: ['K', '°C', '°F'] });
    expect(await units('number', 'weight')).toMatchObject({ units: expect.arrayContaining(['kg', 'lb']) });
    expect(await units('sensor', 'no_such_class')).toEqual({ units: [] });
    const { numeric_device_classes: numeric } = await client.must({ type: 'sensor/numeric_device_classes' });
    expect(numeric).toContain('temperature');
    expect(numeric).not.toContain('timestamp');
    const { units: weather } = await client.must({ type: 'weather/convertible_units' });
    expect(weather.visibility_unit).toEqual(['km', 'mi']);
  });
});
