import { describe, expect, it } from 'vitest';
import {
  areEqualUnits,
  classOfReading,
  classOfUnit,
  unitClassNamed,
} from '../../../src/history/statistics/statistic-unit.ts';

const CLASSES = `energy power temperature temperature_delta volume volume_flow_rate mass distance speed pressure area
  duration data_rate information frequency voltage electric_current apparent_power reactive_power reactive_energy
  energy_distance concentration conductivity blood_glucose_concentration radiation_concentration unitless
  carbon_monoxide nitrogen_dioxide nitrogen_monoxide ozone sulphur_dioxide`;

describe('unit classes', () => {
  it.each(CLASSES.split(/\s+/))('include %s, whose units convert to each other', (name) => {
    const units = unitClassNamed(name);
    if (units === undefined) throw new Error('no such class');
    expect(units.name).toBe(name);
    expect(units.units.length).toBeGreaterThan(1);
    for (const from of units.units)
      for (const to of units.units) expect(units.conversion(from, to) === null).toBe(from === to);
  });

  it('are no others', () => {
    for (const name of ['love', '', 'ratio', 'toString', null]) expect(unitClassNamed(name)).toBeUndefined();
  });

  it.each([
    ['kWh', 'energy'],
    ['°C', 'temperature'],
    [null, 'unitless'],
    ['ppm', 'unitless'],
    ['μg/m³', 'concentration'],
    ['B', 'information'],
    ['m/s', 'speed'],
    ['mm/h', 'speed'],
    ['W/m²', undefined],
    ['lx', undefined],
    ['m3', undefined],
    ['\u00b5g/m³', undefined],
    ['Tbit/s', undefined],
    ['', undefined],
  ])('are determined by the unit %j: %s', (unit, name) => {
    expect(classOfUnit(unit)?.name).toBe(name);
  });

  it.each([
    ['carbon_monoxide', 'ppm', 'carbon_monoxide'],
    ['carbon_dioxide', 'ppm', 'unitless'],
    ['nitrogen_dioxide', 'mg/m³', 'concentration'],
    ['temperature_delta', 'K', 'temperature_delta'],
    ['energy', 'W', 'power'],
    ['power_factor', null, 'unitless'],
    ['volatile_organic_compounds_parts', 'ppb', 'unitless'],
    ['nonsense', 'W', 'power'],
    ['illuminance', 'lx', undefined],
    [undefined, 'W', undefined],
  ])('are determined by the device class %s if it has the unit %s: %s', (deviceClass, unit, name) => {
    expect(classOfReading({ deviceClass, unit })?.name).toBe(name);
  });

  it('convert ratios from and to values without a unit', () => {
    const ratios = unitClassNamed('unitless');
    expect(ratios?.conversion('%', null)?.(50)).toBe(0.5);
    expect(ratios?.conversion(null, 'ppm')?.(0.5)).toBe(500_000);
  });

  it('have no value where a conversion has none', () => {
    const convert = unitClassNamed('energy_distance')?.conversion('km/kWh', 'kWh/100km');
    expect(convert?.(0)).toBeNull();
    expect(convert?.(5)).toBe(20);
  });
});

describe('equal units', () => {
  it.each([
    ['RPM', 'rpm'],
    ['m3', 'm³'],
    ['ft³/m', 'ft³/min'],
    ['kVAr', 'kvar'],
    ['BTU/(h×ft²)', 'BTU/(h⋅ft²)'],
    ['\u00b5Sv/h', '\u03bcSv/h'],
    ['\u00b5mol/s⋅m²', '\u03bcmol/s⋅m²'],
    [null, null],
    ['cats', 'cats'],
  ])('are %j and %j', (one, other) => {
    expect(areEqualUnits(one, other)).toBe(true);
    expect(areEqualUnits(other, one)).toBe(true);
  });

  it.each([
    [null, ''],
    ['W', 'w'],
    ['cats', null],
    ['L', 'mL'],
  ])('are not %j and %j', (one, other) => {
    expect(areEqualUnits(one, other)).toBe(false);
  });
});
