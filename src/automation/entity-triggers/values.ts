import { type EntityValue, type PurposeTarget, target } from '../../domains/definition/entity-triggers.ts';
import { boxed, type Measure, percent, TEMPERATURE } from '../../domains/definition/measure.ts';
import { domains } from '../../domains/index.ts';
import { classes } from './describe.ts';
import { measuredBy, POWER, readerOf, sensorValue } from './measures.ts';
import type { Table } from './purpose.ts';
import { type ReadValue, valueChanges, valueCrosses, valueIs } from './shapes.ts';

interface Names {
  readonly changed: string;
  readonly crossed: string;
  readonly is: string;
}

/** The triggers and the condition of a value. */
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

/** The triggers and conditions of the sensors of a class. */
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

/** Air quality sensors: name, device class, units. */
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

/** The triggers and conditions of a quantity measured by sensors and by attributes of other domains. */
function measuredAlso(quantity: 'temperature' | 'humidity', measure: Measure): Table {
  const others = domains.filter(({ entityTriggers }) => entityTriggers?.measures?.[quantity] !== undefined);
  return valued(plainNames(quantity), {
    target: classes(['sensor', quantity], ...others.map(({ name }) => [name] as const)),
    value: measuredBy(quantity, measure),
    measure,
  });
}

/** The triggers and conditions of one value of a domain. */
export function namedValue(domain: string, name: string, value: EntityValue): Table {
  const names = {
    changed: `${domain}.${name}_changed`,
    crossed: `${domain}.${name}_crossed_threshold`,
    is: `${domain}.is_${name}`,
  };
  return valued(names, { target: target(domain), value: readerOf(value), measure: value.measure });
}

/** Triggers and conditions of measured quantities, across domains. */
export const values: readonly Table[] = [
  ...air(),
  batteryLevel,
  measuredAlso('humidity', percent('humidity')),
  measured('illuminance', 'illuminance', 'lx'),
  measured('moisture', 'moisture', '%'),
  valued(plainNames('power'), {
    target: classes(['sensor', 'power']),
    value: sensorValue(POWER),
    measure: POWER,
  }),
  measuredAlso('temperature', TEMPERATURE),
];
