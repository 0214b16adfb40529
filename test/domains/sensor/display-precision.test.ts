import { describe, expect, it } from 'vitest';
import { displayPrecision } from '../../../src/domains/sensor/display-precision.ts';

describe('the decimals that pages show for a sensor', () => {
  it.each([
    [{ deviceClass: 'temperature', unit: '°C', shownUnit: '°C' }, 1],
    [{ deviceClass: 'temperature', unit: '°F', shownUnit: '°C' }, 1],
    [{ deviceClass: 'distance', unit: 'mi', shownUnit: 'km' }, 2],
    [{ deviceClass: 'energy', unit: 'kWh', shownUnit: 'kWh' }, 2],
    [{ deviceClass: 'sound_pressure', unit: 'dBA', shownUnit: 'dBA' }, undefined],
    [{ deviceClass: 'battery', unit: '%', shownUnit: '%' }, undefined],
    [{ deviceClass: 'temperature', unit: '°C', shownUnit: '°C', suggested: 3 }, 3],
    [{ deviceClass: 'energy', unit: 'Wh', shownUnit: 'kWh', suggested: 1 }, 4],
    [{ deviceClass: 'energy', unit: 'kWh', shownUnit: 'Wh', suggested: 2 }, 2],
    [{ deviceClass: undefined, unit: 'x', shownUnit: 'x', suggested: 2 }, 2],
  ])(
    '%o',
    ({
      suggested,
      ...rest
    }: {
      deviceClass: string | undefined;
      unit: string;
      shownUnit: string;
      suggested?: number;
    }, decimals) => {
      expect(displayPrecision({ ...rest, suggested })).toBe(decimals);
    },
  );
});
