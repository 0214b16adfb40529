import { expect, it } from 'vitest';
import { z } from 'zod';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import { QUANTITIES } from '../../../src/core/unit-tables.ts';
import table from '../../../src/domains/sensor/device-classes.json' with { type: 'json' };
import { sensorDeviceClasses } from '../../../src/domains/sensor/device-classes.ts';

const systems = z.enum(Object.keys(UNIT_SYSTEMS));
const row = z.strictObject({
  numeric: z.boolean().exactOptional(),
  units: z.array(z.string()).exactOptional(),
  stateClasses: z
    .array(z.enum(['measurement', 'measurement_angle', 'total', 'total_increasing']))
    .exactOptional(),
  quantity: z.enum(Object.keys(QUANTITIES)).exactOptional(),
  precision: z.strictObject({ unit: z.string(), decimals: z.int() }).exactOptional(),
  shown: z.record(systems, z.record(z.string(), z.string())).exactOptional(),
});

it('the table has the form that the module relies on, without a check at each start', () => {
  expect(z.record(z.string(), row).safeParse(table).error?.issues ?? []).toEqual([]);
  const broken = [
    { units: 'm' },
    { stateClasses: ['total', 'sum'] },
    { quantity: 'luck' },
    { shown: { metric: {} } },
  ];
  for (const wrong of [...broken, { unit: 'm' }, { numeric: 'no' }, { precision: { unit: 'm' } }])
    expect(row.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

it('what a row leaves out has its default', () => {
  expect(sensorDeviceClasses.get('aqi')).toEqual({ numeric: true, units: [], stateClasses: ['measurement'] });
  expect(sensorDeviceClasses.get('area')?.shown?.us_customary.get('m²')).toBe('ft²');
  expect(sensorDeviceClasses.get('enum')).toMatchObject({ numeric: false, stateClasses: [] });
});
