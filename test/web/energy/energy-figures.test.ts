import { describe, expect, it } from 'vitest';
import { deviceShares, notMeasured } from '../../../web/pages/energy/device-shares.ts';
import { balanceOf, selfConsumption, selfSufficiency } from '../../../web/pages/energy/energy-balance.ts';
import { energyCsv } from '../../../web/pages/energy/energy-csv.ts';
import { figuresOf } from '../../../web/pages/energy/energy-figures.ts';
import { periodAt } from '../../../web/pages/energy/energy-period.ts';
import { type EnergyPreferences, NO_PREFERENCES } from '../../../web/pages/energy/energy-preferences.ts';
import { useTimeZone } from '../../../web/state/home-zone.ts';

const HOUR = 3_600_000;
const DAY = Date.parse('2026-11-20T00:00:00Z');
const METERED = { imported: 0, exported: 0, solar: 0, charged: 0, discharged: 0 };

useTimeZone('UTC');

function figures(
  rows: Record<string, readonly (number | null)[]>,
  preferences: Partial<EnergyPreferences>,
  costs: readonly (readonly [string, string])[] = [],
) {
  const listed = Object.entries(rows).map(([id, list]) => [
    id,
    list.map((change, hour) => ({ start: DAY + hour * HOUR, change })),
  ]);
  return figuresOf(
    Object.fromEntries(listed),
    {},
    {
      period: periodAt('day', new Date(DAY), { firstWeekday: 1, billingDay: 1 }),
      preferences: { ...NO_PREFERENCES, ...preferences },
      costSensors: new Map(costs),
    },
  );
}

const GRID = { type: 'grid', stat_energy_from: 'a', stat_energy_to: 'b' } as const;

describe('a balance', () => {
  it('exports and stores solar energy first', () => {
    const balance = balanceOf({ imported: 2, exported: 3, solar: 10, charged: 4, discharged: 1 });
    expect(balance).toMatchObject({ solarToGrid: 3, solarToBattery: 4, solarToHome: 3, batteryToHome: 1 });
    expect(balance).toMatchObject({ gridToHome: 2, gridToBattery: 0, home: 6 });
    expect(selfSufficiency(balance)).toBeCloseTo(4 / 6, 9);
    expect(selfConsumption(balance)).toBeCloseTo(0.7, 9);
  });

  it('charges the battery from the grid with what the sun does not give', () => {
    expect(balanceOf({ ...METERED, imported: 5, solar: 1, charged: 3 })).toMatchObject({
      ...{ gridToBattery: 2, gridToHome: 3, solarToHome: 0, home: 3 },
    });
  });

  it('takes negative consumption for none', () => {
    const balance = balanceOf({ ...METERED, imported: -4, solar: 2, exported: -1 });
    expect(balance).toMatchObject({ imported: 0, exported: 0, home: 2, solarToHome: 2 });
    expect(selfSufficiency(balanceOf(METERED))).toBeUndefined();
  });

  it('believes a meter of the whole home', () => {
    expect(balanceOf({ ...METERED, imported: 5 }, 4).home).toBe(4);
  });
});

describe('the figures of a period', () => {
  it('add up several connections, and leave out hours without a value', () => {
    const second = { type: 'grid', stat_energy_from: 'c' } as const;
    const { total, bars } = figures(
      { a: [1, null, 2], c: [3], b: [0, 0, 1] },
      { energy_sources: [GRID, second] },
    );
    expect(total).toMatchObject({ imported: 6, exported: 1, home: 6 });
    expect(bars.slice(0, 3).map(({ imported }) => imported)).toEqual([4, 0, 2]);
  });

  it('subtract compensation from the cost, and have none without a price', () => {
    const priced = figures({ a: [2], b: [1], ac: [0.6], bc: [0.1] }, { energy_sources: [GRID] }, [
      ['a', 'ac'],
      ['b', 'bc'],
    ]);
    expect(priced.cost).toBeCloseTo(0.5, 9);
    expect(figures({ a: [2] }, { energy_sources: [GRID] }).cost).toBeUndefined();
  });

  it('ignore meters that were removed', () => {
    const preferences = { energy_sources: [GRID, { type: 'gas', stat_energy_from: 'gone' }] } as const;
    const { total, gas } = figures({ a: [1] }, preferences);
    expect(total.imported).toBe(1);
    expect(gas).toMatchObject([{ id: 'gone', total: 0 }]);
  });
});

describe('devices', () => {
  const used: Record<string, number> = { a: 5, b: 2, c: 1, d: -3 };
  const shares = (devices: readonly { stat_consumption: string; included_in_stat?: string }[]) =>
    deviceShares(
      devices,
      (id) => used[id] ?? 0,
      ({ stat_consumption: id }) => id,
    );

  it('are below the device they are part of', () => {
    const found = shares([
      { stat_consumption: 'c', included_in_stat: 'b' },
      { stat_consumption: 'b', included_in_stat: 'a' },
      { stat_consumption: 'a' },
    ]);
    expect(found).toMatchObject([{ id: 'a', parts: [{ id: 'b', parts: [{ id: 'c' }] }] }]);
    expect(notMeasured(7, found)).toBe(2);
    expect(notMeasured(4, found)).toBe(0);
  });

  it('are on their own if they are part of themselves, of each other, or of something unknown', () => {
    const found = shares([
      { stat_consumption: 'a', included_in_stat: 'a' },
      { stat_consumption: 'b', included_in_stat: 'c' },
      { stat_consumption: 'c', included_in_stat: 'b' },
      { stat_consumption: 'd', included_in_stat: 'gone' },
    ]);
    expect(found.map(({ id, used: amount }) => [id, amount])).toEqual([
      ...[['a', 5] as const, ['b', 2] as const, ['c', 1] as const, ['d', 0] as const],
    ]);
  });
});

describe('the CSV', () => {
  it('tells the hours apart that the clocks show twice', () => {
    useTimeZone('Europe/Amsterdam');
    const day = periodAt('day', new Date('2026-10-25T10:00:00Z'), { firstWeekday: 1, billingDay: 1 });
    const of = {
      period: day,
      preferences: { ...NO_PREFERENCES, energy_sources: [GRID] },
      costSensors: new Map(),
    };
    const lines = energyCsv(figuresOf({}, {}, of), []).split('\r\n');
    useTimeZone('UTC');
    expect(lines).toHaveLength(27);
    expect(lines.slice(3, 5).map((line) => line.split(',')[0])).toEqual([
      ...['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'],
    ]);
  });

  it('has a line for each bar, and names that no program runs', () => {
    const devices = [
      { id: 'd', name: '=HYPERLINK("http://x","<b>")' },
      { id: 'e', name: 'Line\nbreak, "quoted"' },
    ];
    const text = energyCsv(figures({ a: [1.25], d: [-0.5] }, { energy_sources: [GRID] }), devices);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(26);
    expect(lines[0]).toBe(
      'start,imported (kWh),exported (kWh),solar (kWh),charged (kWh),discharged (kWh),home (kWh),' +
        '"\'=HYPERLINK(""http://x"",""<b>"")","Line\nbreak, ""quoted"""',
    );
    expect(lines[1]).toBe('2026-11-20T00:00:00+00:00,1.25,0,0,0,0,1.25,-0.5,0');
  });
});
