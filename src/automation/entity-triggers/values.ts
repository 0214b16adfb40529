import { classes, target } from './describe.ts';
import {
  attributeValue,
  boxed,
  COUNT,
  COUNTED,
  homeTemperature,
  measuredHumidity,
  measuredTemperature,
  POWER,
  percent,
  sensorValue,
  shareOf,
  TEMPERATURE,
} from './measures.ts';
import type { PurposeTarget } from './purpose.ts';
import { type ReadValue, valueChanges, valueCrosses, valueIs } from './shapes.ts';
import type { Table } from './switching.ts';
import type { Measure } from './threshold.ts';

interface Names {
  readonly changed: string;
  readonly crossed: string;
  readonly is: string;
}

/** Triggers and the condition of a value. */
function valued(
  names: Names,
  facts: { readonly target: PurposeTarget; readonly value: ReadValue; readonly measure: Measure },
): Table {
  return {
    triggers: [
      valueChanges({ key: names.changed, ...facts }),
      valueCrosses({ key: names.crossed, ...facts }),
    ],
    conditions: [valueIs({ key: names.is, ...facts })],
  };
}

/** What sensors of a class measure. */
function measured(domain: string, deviceClass: string, ...units: readonly string[]): Table {
  const measure = units[0] === '%' ? percent(deviceClass) : boxed(deviceClass, ...units);
  return valued(plainNames(domain), {
    target: classes(['sensor', deviceClass]),
    value: sensorValue(measure),
    measure,
  });
}

function plainNames(domain: string): Names {
  return {
    changed: `${domain}.changed`,
    crossed: `${domain}.crossed_threshold`,
    is: `${domain}.is_value`,
  };
}

/** `light.brightness_changed`, `light.brightness_crossed_threshold`, `light.is_brightness`. */
function namedValue(domain: string, name: string, value: ReadValue, measure: Measure): Table {
  const names = {
    changed: `${domain}.${name}_changed`,
    crossed: `${domain}.${name}_crossed_threshold`,
    is: `${domain}.is_${name}`,
  };
  return valued(names, { target: target(domain), value, measure });
}

/** Sensors of the air: the name here, the class, the units. */
const AIR: readonly (readonly [name: string, deviceClass: string, ...units: readonly string[]])[] = [
  ['co', 'carbon_monoxide', 'ppb', 'ppm', 'mg/m³', 'μg/m³'],
  ['co2', 'carbon_dioxide', 'ppm'],
  ['pm1', 'pm1', 'μg/m³'],
  ['pm25', 'pm25', 'μg/m³'],
  ['pm4', 'pm4', 'μg/m³'],
  ['pm10', 'pm10', 'μg/m³'],
  ['ozone', 'ozone', 'ppb', 'ppm', 'μg/m³'],
  ['voc', 'volatile_organic_compounds', 'μg/m³', 'mg/m³'],
  ['voc_ratio', 'volatile_organic_compounds_parts', 'ppb', 'ppm'],
  ['no', 'nitrogen_monoxide', 'ppb', 'μg/m³'],
  ['no2', 'nitrogen_dioxide', 'ppb', 'ppm', 'μg/m³'],
  ['n2o', 'nitrous_oxide', 'μg/m³'],
  ['so2', 'sulphur_dioxide', 'ppb', 'μg/m³'],
  ['radon', 'radon', 'Bq/m³', 'pCi/L'],
];

function air(): readonly Table[] {
  return AIR.map(([name, deviceClass, ...units]) => {
    const measure = boxed(deviceClass, ...units);
    const names = {
      changed: `air_quality.${name}_changed`,
      crossed: `air_quality.${name}_crossed_threshold`,
      is: `air_quality.is_${name}_value`,
    };
    return valued(names, { target: classes(['sensor', deviceClass]), value: sensorValue(measure), measure });
  });
}

const batteryLevel = valued(
  { changed: 'battery.level_changed', crossed: 'battery.level_crossed_threshold', is: 'battery.is_level' },
  {
    target: { ...classes(['sensor', 'battery']), primary_entities_only: false },
    value: sensorValue(percent()),
    measure: percent('battery'),
  },
);

const counted = (key: string, domain: string, measure: Measure): Table => ({
  triggers: [],
  conditions: [valueIs({ key, target: target(domain), value: sensorValue(measure), measure })],
});

/** What is measured, set or counted. */
export const values: readonly Table[] = [
  ...air(),
  batteryLevel,
  namedValue('climate', 'target_humidity', attributeValue('humidity'), percent('humidity')),
  namedValue('climate', 'target_temperature', attributeValue('temperature', homeTemperature), TEMPERATURE),
  counted('counter.is_value', 'counter', COUNTED),
  {
    triggers: [],
    conditions: [
      valueIs({
        key: 'humidifier.is_target_humidity',
        target: target('humidifier'),
        value: attributeValue('humidity'),
        measure: percent('humidity'),
      }),
    ],
  },
  valued(plainNames('humidity'), {
    target: classes(['sensor', 'humidity'], ['climate'], ['humidifier'], ['weather']),
    value: measuredHumidity,
    measure: percent('humidity'),
  }),
  measured('illuminance', 'illuminance', 'lx'),
  namedValue('light', 'brightness', shareOf('brightness', 255), percent()),
  namedValue('media_player', 'volume', shareOf('volume_level', 1), percent()),
  measured('moisture', 'moisture', '%'),
  valued(plainNames('power'), {
    target: classes(['sensor', 'power']),
    value: sensorValue(POWER),
    measure: POWER,
  }),
  valued(plainNames('temperature'), {
    target: classes(['sensor', 'temperature'], ['climate'], ['water_heater'], ['weather']),
    value: measuredTemperature,
    measure: TEMPERATURE,
  }),
  counted('todo.incomplete', 'todo', COUNT),
  namedValue(
    'water_heater',
    'target_temperature',
    attributeValue('temperature', homeTemperature),
    TEMPERATURE,
  ),
];
