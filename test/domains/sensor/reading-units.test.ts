import { describe, expect, it } from 'vitest';
import { UNIT_SYSTEMS, type UnitSystemName } from '../../../src/core/unit-system.ts';
import { isUnitOf } from '../../../src/core/units.ts';
import { SHOWN_QUANTITIES } from '../../../src/domains/definition/shown-units.ts';
import { domains } from '../../../src/domains/index.ts';
import { sensorDeviceClasses } from '../../../src/domains/sensor/device-classes.ts';
import {
  convertibleUnits,
  NOT_CONVERTED,
  quantityOfClass,
  shownUnit,
} from '../../../src/domains/sensor/reading-units.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const systems = Object.keys(UNIT_SYSTEMS) as UnitSystemName[];

describe('the kinds of readings', () => {
  it('with more than one unit have a quantity with all of them, or a reason', () => {
    for (const [name, { units }] of sensorDeviceClasses) {
      const quantity = quantityOfClass(name);
      if (quantity === undefined) expect(units.length < 2 || NOT_CONVERTED.has(name), name).toBe(true);
      else for (const unit of units) expect(isUnitOf(quantity, unit), `${name}: ${unit}`).toBe(true);
    }
    for (const name of NOT_CONVERTED.keys()) expect(quantityOfClass(name)).toBeUndefined();
  });

  it('are shown in units they can have, and what is shown stays', () => {
    for (const [name, { units }] of sensorDeviceClasses) {
      for (const system of systems) {
        for (const unit of units) {
          const shown = shownUnit(name, unit, system);
          expect(units, `${name} in ${unit}`).toContain(shown);
          expect(shownUnit(name, shown, system)).toBe(shown);
        }
      }
    }
  });

  it.each(cases<[string, string, string, string][]>('units'))(
    '%s in %s is shown in %s or %s',
    (name, unit, metric, us) => {
      expect([shownUnit(name, unit, 'metric'), shownUnit(name, unit, 'us_customary')]).toEqual([metric, us]);
    },
  );

  it('list their units as forms show them', () => {
    expect(convertibleUnits('temperature')).toEqual(['K', '°C', '°F']);
    expect(convertibleUnits('power')).toEqual(['GW', 'kW', 'mW', 'MW', 'TW', 'W']);
    expect(convertibleUnits('humidity')).toEqual([]);
    expect(convertibleUnits('__proto__')).toEqual([]);
  });
});

describe('the domains', () => {
  it('name units that their quantities have', () => {
    for (const { units = {} } of domains) {
      for (const [name, unit] of Object.entries(units)) {
        const { quantity, choices } = SHOWN_QUANTITIES[name as keyof typeof SHOWN_QUANTITIES];
        expect([isUnitOf(quantity, unit), choices]).toEqual([true, expect.arrayContaining([unit])]);
      }
    }
  });
});
