import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { newContext } from '../../../src/core/context.ts';
import type { UnitSystemName } from '../../../src/core/unit-system.ts';
import { climateDomain } from '../../../src/domains/climate/climate.ts';
import type { Domain } from '../../../src/domains/definition/define-domain.ts';
import { numberDomain } from '../../../src/domains/number/number.ts';
import { sensorDomain } from '../../../src/domains/sensor/sensor.ts';
import { waterHeaterDomain } from '../../../src/domains/water-heater/water-heater.ts';
import { weatherDomain } from '../../../src/domains/weather/weather.ts';
import type { Entity } from '../../../src/entities/entity/entity.ts';
import type { EntityDescription } from '../../../src/entities/entity/entity-description.ts';
import { makeHome } from '../../support/home.ts';

let home: ReturnType<typeof makeHome>;
beforeEach(() => {
  home = makeHome();
});

function add(domain: Domain, more: Partial<EntityDescription>): Entity {
  return home.entities.add({
    ...{ domain, platform: 'test', uniqueId: `one-${domain.name}`, objectId: 'one', name: 'One' },
    ...{ driver: home.driver, ...more },
  });
}

function shown(entity: Entity): unknown[] {
  const state = home.states.get(entity.id);
  return [state?.state, state?.attributes.unit_of_measurement];
}

function attributes(entity: Entity): Readonly<Record<string, unknown>> {
  return home.states.get(entity.id)?.attributes ?? {};
}

function setOptions(entity: Entity, options: Record<string, unknown>): Promise<unknown> {
  return home.registry.update(entity.id, { options: { [entity.domain.name]: options } });
}

function moveTo(system: UnitSystemName): void {
  home.unitSystem = system;
  home.bus.fire('core_config_updated', {}, 0, newContext(0));
}

describe('a sensor', () => {
  const celsius = { deviceClass: 'temperature', unit: '°C', values: { value: 21.5 } };

  it('is shown in the unit its user prefers, at once and back again', async () => {
    const sensor = add(sensorDomain, celsius);
    expect(shown(sensor)).toEqual(['21.5', '°C']);
    await setOptions(sensor, { unit_of_measurement: '°F' });
    expect(shown(sensor)).toEqual(['70.7', '°F']);
    sensor.report({ value: '19.95' });
    expect(shown(sensor)).toEqual(['67.91', '°F']);
    await setOptions(sensor, {});
    expect(shown(sensor)).toEqual(['19.95', '°C']);
  });

  it('follows the home, whose preference yields to the user’s', async () => {
    const sensor = add(sensorDomain, celsius);
    moveTo('us_customary');
    expect(shown(sensor)).toEqual(['70.7', '°F']);
    await setOptions(sensor, { unit_of_measurement: 'K' });
    expect(shown(sensor)).toEqual(['294.65', 'K']);
    moveTo('metric');
    expect(shown(sensor)).toEqual(['294.65', 'K']);
  });

  it('keeps its unit where the preferred one has another quantity, or without a class', async () => {
    const sensor = add(sensorDomain, celsius);
    await setOptions(sensor, { unit_of_measurement: 'kWh' });
    expect(shown(sensor)).toEqual(['21.5', '°C']);
    const bare = add(sensorDomain, { uniqueId: 'bare', unit: '°F', values: { value: 68 } });
    expect(shown(bare)).toEqual(['68', '°F']);
  });

  it('shows what is no number as it is', async () => {
    const sensor = add(sensorDomain, { ...celsius, values: { value: null } });
    await setOptions(sensor, { unit_of_measurement: '°F' });
    expect(shown(sensor)).toEqual(['unknown', '°F']);
    sensor.setAvailable(false);
    expect(shown(sensor)).toEqual(['unavailable', '°F']);
  });

  it('waits for its source after a restart in the unit it will be shown in', () => {
    home.registry.create('sensor.later', 'demo', 'later', {
      ...{ config_entry_id: null, device_id: null, original_name: 'Later', original_icon: null },
      ...{ original_device_class: 'temperature', unit_of_measurement: '°F', entity_category: null },
      ...{ capabilities: {}, supported_features: 0, translation_key: null },
    });
    home.entities.restore([sensorDomain], () => true);
    expect(home.states.get('sensor.later')?.attributes.unit_of_measurement).toBe('°C');
  });
});

describe('a number', () => {
  const kelvin = {
    ...{ deviceClass: 'temperature', unit: '°C', values: { value: 20 } },
    capabilities: { min: 5.55, max: 30.25, step: 0.5 },
  };

  it('is shown and set in the unit of the home, and its limits let pass what the device takes', async () => {
    const number = add(numberDomain, kelvin);
    moveTo('us_customary');
    expect(shown(number)).toEqual(['68.0', '°F']);
    expect(attributes(number)).toMatchObject({ min: 41.99, max: 86.45, step: 0.5 });
    await home.call('number.set_value', { entity_id: number.id, value: 70.7 });
    expect(home.commands.at(-1)?.fields).toEqual({ value: 21.5 });
    expect(shown(number)).toEqual(['70.7', '°F']);
    await home.call('number.set_value', { entity_id: number.id, value: 41.99 });
    expect(home.commands.at(-1)?.fields.value).toBeCloseTo(5.55, 12);
    await expect(home.call('number.set_value', { entity_id: number.id, value: 41.98 })).rejects.toMatchObject(
      {
        code: 'service_validation_error',
        message: `Value 41.98 for ${number.id} is outside of 41.99 to 86.45`,
      },
    );
  });

  it('of another class follows its user alone', async () => {
    const number = add(numberDomain, { deviceClass: 'distance', unit: 'm', values: { value: 100 } });
    moveTo('us_customary');
    expect(shown(number)).toEqual(['100', 'm']);
    await setOptions(number, { unit_of_measurement: 'cm' });
    expect(shown(number)).toEqual(['10000.0', 'cm']);
  });
});

describe('a thermostat', () => {
  const capabilities = { hvac_modes: ['off', 'heat'], min_temp: 7, max_temp: 35, target_temp_step: 0.5 };
  const values = { hvac_mode: 'heat', temperature: 20.5, current_temperature: 19.84 };
  const thermostat = { features: ['target_temperature'], capabilities, values };

  it('shows tenths of °C in a metric home', () => {
    const { id } = add(climateDomain, thermostat);
    expect(home.states.get(id)?.attributes).toMatchObject({
      ...{ temperature: 20.5, current_temperature: 19.8, min_temp: 7, max_temp: 35 },
      temperature_unit: '°C',
    });
  });

  it('shows and takes whole °F in a home with US units', async () => {
    const one = add(climateDomain, thermostat);
    moveTo('us_customary');
    expect(attributes(one)).toMatchObject({
      ...{ temperature: 69, current_temperature: 68, min_temp: 45, max_temp: 95, target_temp_step: 0.5 },
      temperature_unit: '°F',
    });
    await home.call('climate.set_temperature', { entity_id: one.id, temperature: 68 });
    expect(home.commands.at(-1)?.fields).toEqual({ temperature: 20 });
    expect([attributes(one).temperature, one.values.temperature]).toEqual([68, 20]);
    await expect(
      home.call('climate.set_temperature', { entity_id: one.id, temperature: 30 }),
    ).rejects.toMatchObject({
      code: 'service_validation_error',
      message: 'Temperature 30 is not valid. Accepted is 44.6 to 95',
    });
    moveTo('metric');
    expect(attributes(one)).toMatchObject({ temperature: 20, temperature_unit: '°C' });
  });

  it('that uses °F is shown in °C and commanded in °F', async () => {
    const one = add(climateDomain, {
      ...thermostat,
      nativeUnits: { temperature: '°F' },
      capabilities: { ...capabilities, min_temp: 45, max_temp: 95 },
      values: { ...values, temperature: 70.7, current_temperature: 68 },
      precision: 0.5,
    });
    expect(attributes(one)).toMatchObject({
      temperature: 21.5,
      current_temperature: 20,
      min_temp: 7,
      max_temp: 35,
    });
    await home.call('climate.set_temperature', { entity_id: one.id, temperature: 21.5 });
    expect(home.commands.at(-1)?.fields).toEqual({ temperature: 70.7 });
  });

  it('shows the whole °F that was set, whatever it is', async () => {
    const one = add(climateDomain, thermostat);
    moveTo('us_customary');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 45, max: 95 }), async (temperature) => {
        await home.call('climate.set_temperature', { entity_id: one.id, temperature });
        expect(attributes(one).temperature).toBe(temperature);
      }),
    );
  });
});

it('a water heater is shown and set in °F', async () => {
  const heater = add(waterHeaterDomain, {
    features: ['target_temperature'],
    values: { operation_mode: 'eco', temperature: 50, current_temperature: 48.5 },
  });
  moveTo('us_customary');
  expect(attributes(heater)).toMatchObject({
    ...{ min_temp: 110, max_temp: 140, temperature: 122, current_temperature: 119, temperature_unit: '°F' },
  });
  await home.call('water_heater.set_temperature', { entity_id: heater.id, temperature: 131 });
  expect(home.commands.at(-1)?.fields).toEqual({ temperature: 55 });
});

describe('the weather', () => {
  const values = { condition: 'sunny', temperature: 21.5, pressure: 1013.25, wind_speed: 36, visibility: 10 };
  const metric = {
    temperature_unit: '°C',
    pressure_unit: 'hPa',
    wind_speed_unit: 'km/h',
    visibility_unit: 'km',
  };

  it('is shown as it came in a metric home, and in US units in another', () => {
    const weather = add(weatherDomain, { values });
    const { condition: _state, ...told } = values;
    expect(attributes(weather)).toMatchObject({ ...told, ...metric, precipitation_unit: 'mm' });
    moveTo('us_customary');
    expect(attributes(weather)).toMatchObject({
      ...{ temperature: 71, pressure: 29.92, wind_speed: 22.37, visibility: 6.21 },
      ...{ temperature_unit: '°F', pressure_unit: 'inHg', wind_speed_unit: 'mph', visibility_unit: 'mi' },
      precipitation_unit: 'in',
    });
  });

  it('is shown in the units its user chooses', async () => {
    const weather = add(weatherDomain, { values });
    await setOptions(weather, { wind_speed_unit: 'm/s', pressure_unit: 'mmHg', visibility_unit: 'furlong' });
    expect(attributes(weather)).toMatchObject({
      ...{ wind_speed: 10, wind_speed_unit: 'm/s', pressure: 760, pressure_unit: 'mmHg' },
      ...{ visibility: 10, visibility_unit: 'km' },
    });
  });

  it('is forecast in the units shown', async () => {
    const day = { datetime: '2026-11-21T00:00:00+00:00', condition: 'rainy', humidity: 80 };
    const measured = { temperature: 12, templow: 3.5, precipitation: 12.7, wind_speed: 36 };
    const forecast = [{ ...day, ...measured }];
    const weather = add(weatherDomain, {
      ...{ features: ['forecast_daily'], values },
      driver: { execute: () => ({ forecast }) },
    });
    const ask = () =>
      home.call('weather.get_forecasts', { entity_id: weather.id, type: 'daily' }, { returnResponse: true });
    expect((await ask()).response).toEqual({ [weather.id]: { forecast } });
    moveTo('us_customary');
    expect((await ask()).response).toEqual({
      [weather.id]: {
        forecast: [{ ...day, temperature: 54, templow: 38, precipitation: 0.5, wind_speed: 22.37 }],
      },
    });
  });
});
