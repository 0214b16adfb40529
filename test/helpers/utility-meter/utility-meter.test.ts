import { describe, expect, it } from 'vitest';
import { newContext } from '../../../src/core/context.ts';
import { silentLog } from '../../../src/core/log.ts';
import { localTimeOf } from '../../../src/core/time-zone.ts';
import { sensorDomain } from '../../../src/domains/sensor/sensor.ts';
import type { EntryParts } from '../../../src/helpers/entries/entry-kind.ts';
import type { PastReadings } from '../../../src/helpers/entries/past-readings.ts';
import { SourceWatch } from '../../../src/helpers/entries/source-watch.ts';
import { cronOfCycle } from '../../../src/helpers/utility-meter/cycle-pattern.ts';
import { type MeterSettings, UtilityMeter } from '../../../src/helpers/utility-meter/utility-meter.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeHome } from '../../support/home.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SOURCE = 'sensor.source';
const KWH = { unit_of_measurement: 'kWh', device_class: 'energy' };

/** A home with a source, and a meter that counts it. */
function metered(start: string, zone: string, more: Partial<MeterSettings> = {}, past?: PastReadings) {
  const clock = new FakeClock(start);
  const home = makeHome(clock);
  const facts = { time_zone: zone };
  const parts = {
    ...home,
    home: { facts },
    log: silentLog,
    watch: new SourceWatch(home.bus),
    ...(past === undefined ? {} : { past }),
  } as unknown as EntryParts;
  const settings: MeterSettings = {
    name: 'Meter',
    objectId: 'meter',
    entryId: 'entry',
    selectId: 'unique',
    uniqueIdOf: (tariff) => (tariff === undefined ? 'unique' : `unique_${tariff}`),
    source: SOURCE,
    tariffs: [],
    cron: cronOfCycle('daily', 0),
    rules: { isNet: false, hasDeltas: false, isResetting: true },
    isAlwaysAvailable: false,
    ...more,
  };
  let meter = new UtilityMeter(settings, parts);
  return {
    ...{ clock, home, facts },
    set: (state: string, attributes: object = KWH) => {
      home.states.set(SOURCE, state, { ...attributes });
    },
    shown: (id = 'sensor.meter') => {
      const { state, attributes } = home.states.get(id) ?? { state: 'missing', attributes: {} };
      return { state, ...attributes } as Record<string, unknown> & { state: string };
    },
    select: (option: string) => home.call('select.select_option', { entity_id: 'select.meter', option }),
    /** Closes the meter, lets time pass, and opens it as after a restart. */
    restart: (off = 0, changes: Partial<MeterSettings> = {}) => {
      meter.close();
      clock.advance(off);
      meter = new UtilityMeter({ ...settings, ...changes }, parts);
    },
    moveTo: (zone: string) => {
      facts.time_zone = zone;
      const at = clock.now();
      home.bus.fire('core_config_updated', {}, at, newContext(at));
    },
  };
}

describe('a daily meter', () => {
  it.each([
    ['Europe/Amsterdam', '2026-03-28T00:00:00+01:00', [24, 23, 24]],
    ['Europe/Amsterdam', '2026-10-24T00:00:00+02:00', [24, 25, 24]],
    ['America/New_York', '2026-03-07T00:00:00-05:00', [24, 23, 24]],
    ['America/New_York', '2026-10-31T00:00:00-04:00', [24, 25, 24]],
    ['Australia/Lord_Howe', '2026-10-03T00:00:00+10:30', [24, 23.5, 24]],
    ['Australia/Lord_Howe', '2026-04-04T00:00:00+11:00', [24, 24.5, 24]],
  ])('in %s counts all hours of the days from %s', (zone, start, days) => {
    const { clock, set, shown } = metered(start, zone);
    const counted: number[] = [];
    const resets: unknown[] = [];
    set('0');
    for (let half = 1; counted.length < 3 && half < 200; half += 1) {
      const { last_reset: before } = shown();
      clock.advance(HOUR / 2);
      const { last_reset: reset, last_period: period } = shown();
      if (reset !== before) {
        counted.push(Number(period));
        resets.push(localTimeOf(Date.parse(String(reset)), zone).hour);
      }
      set(String(half / 2));
    }
    // Each reading comes just after the end of its half hour, that of midnight belongs to the next day.
    expect(counted).toEqual([(days[0] ?? 0) - 0.5, days[1], days[2]]);
    expect(resets).toEqual([0, 0, 0]);
  });

  it('goes on after a restart', () => {
    const { set, shown, restart } = metered('2026-05-05T10:00:00Z', 'UTC');
    set('10');
    set('12.5');
    restart(HOUR);
    expect(shown()).toMatchObject({ state: '2.5', last_valid_state: '12.5', unit_of_measurement: 'kWh' });
    set('13');
    expect(shown()).toMatchObject({ state: '3.0', next_reset: '2026-05-06T00:00:00+00:00' });
  });

  it('ends the period that was over before the start', () => {
    const { set, shown, restart } = metered('2026-05-05T23:00:00+02:00', 'Europe/Amsterdam');
    set('10');
    set('12');
    restart(4 * HOUR);
    expect(shown()).toMatchObject({
      state: '0',
      last_period: '2',
      last_reset: '2026-05-05T22:00:00.000000+00:00',
      next_reset: '2026-05-07T00:00:00+02:00',
    });
    restart(3 * DAY);
    expect(shown()).toMatchObject({
      state: '0',
      last_period: '0',
      last_reset: '2026-05-08T22:00:00.000000+00:00',
    });
  });

  it('does not end a period for another cycle', () => {
    const { set, shown, restart } = metered('2026-05-05T23:00:00Z', 'UTC');
    set('10');
    set('12');
    restart(2 * HOUR, { cron: cronOfCycle('monthly', 0) });
    expect(shown()).toMatchObject({
      state: '2',
      last_period: '0',
      next_reset: '2026-06-01T00:00:00+00:00',
    });
  });

  it('ends the right periods when the clock is set', () => {
    const { clock, set, shown } = metered('2026-05-05T23:00:00Z', 'UTC');
    set('10');
    set('12');
    clock.set(2 * DAY);
    set('13');
    expect(shown()).toMatchObject({
      state: '1',
      last_period: '0',
      last_reset: '2026-05-07T00:00:00.000000+00:00',
    });
  });

  it('follows the time zone of the home', () => {
    const { shown, moveTo } = metered('2026-05-05T10:00:00Z', 'UTC');
    moveTo('America/New_York');
    expect(shown().next_reset).toBe('2026-05-06T00:00:00-04:00');
  });
});

describe('what is used while the server is off', () => {
  const always = { rules: { isNet: false, hasDeltas: false, isResetting: false } };

  it('belongs to the present period if nothing is known about it', () => {
    const { set, shown, restart } = metered('2026-05-05T23:00:00Z', 'UTC', always);
    set('10');
    set('12');
    restart(2 * HOUR);
    set('15');
    expect(shown()).toMatchObject({ state: '3', last_period: '2' });
  });

  it('is split where the past is known, also for readings that come before the answer', async () => {
    const asked: unknown[] = [];
    const past: PastReadings = {
      readingAt: async (question) => {
        asked.push(question);
        return '14';
      },
    };
    const { clock, set, shown, restart } = metered('2026-05-05T23:00:00Z', 'UTC', always, past);
    set('10');
    set('12');
    const { pending } = clock;
    restart(2 * HOUR);
    set('15');
    await new Promise((done) => setImmediate(done));
    expect(shown()).toMatchObject({ state: '1', last_period: '4', last_valid_state: '15' });
    expect(asked).toMatchObject([{ entityId: SOURCE, at: Date.parse('2026-05-06'), unit: 'kWh' }]);
    expect(clock.pending).toBe(pending);
  });

  it('is counted as before if the past cannot be read', async () => {
    const past: PastReadings = { readingAt: () => Promise.reject(new Error('gone')) };
    const { set, shown, restart } = metered('2026-05-05T23:00:00Z', 'UTC', always, past);
    set('10');
    set('12');
    restart(2 * HOUR);
    set('15');
    await new Promise((done) => setImmediate(done));
    expect(shown()).toMatchObject({ state: '3', last_period: '2' });
  });
});

describe('tariffs', () => {
  const tariffs = { tariffs: ['peak', 'night'] };

  it('count while they are selected', async () => {
    const { set, shown, select } = metered('2026-05-05T10:00:00Z', 'UTC', tariffs);
    set('10');
    set('12');
    await select('night');
    set('15');
    expect(shown('sensor.meter_peak')).toMatchObject({ state: '2', status: 'paused', tariff: 'peak' });
    expect(shown('sensor.meter_night')).toMatchObject({ state: '3', status: 'collecting' });
    expect(shown('sensor.meter_night').friendly_name).toBe('Meter night');
  });

  it('stay selected after a restart, and end their periods together', async () => {
    const { clock, set, shown, select, restart } = metered('2026-05-05T10:00:00Z', 'UTC', tariffs);
    set('10');
    set('12');
    await select('night');
    set('15');
    restart();
    expect(shown('select.meter').state).toBe('night');
    clock.advance(DAY);
    expect(shown('sensor.meter_peak')).toMatchObject({ state: '0', last_period: '2' });
    expect(shown('sensor.meter_night')).toMatchObject({ state: '0', last_period: '3' });
  });

  it('that are renamed while they count are new ones', async () => {
    const { set, shown, select, restart } = metered('2026-05-05T10:00:00Z', 'UTC', tariffs);
    set('10');
    set('12');
    await select('night');
    restart(0, { tariffs: ['peak', 'dark'] });
    set('15');
    expect(shown('select.meter')).toMatchObject({ state: 'peak', options: ['peak', 'dark'] });
    expect(shown('sensor.meter_peak').state).toBe('5');
    expect(shown('sensor.meter_dark')).toMatchObject({ state: '0', status: 'paused' });
    expect(shown('sensor.meter_night').state).toBe('missing');
  });
});

describe('a source', () => {
  it('makes the meter unavailable, and available again', () => {
    const { set, shown, home } = metered('2026-05-05T10:00:00Z', 'UTC');
    set('10');
    set('12');
    set('unavailable');
    expect(shown().state).toBe('unavailable');
    set('unknown');
    expect(shown().state).toBe('2');
    home.states.remove(SOURCE);
    expect(shown().state).toBe('unavailable');
    set('20');
    expect(shown().state).toBe('2');
  });

  it('that is missing at midnight does not keep the period open', () => {
    const { clock, set, shown } = metered('2026-05-05T23:00:00Z', 'UTC');
    set('10');
    set('12');
    set('unavailable');
    clock.advance(2 * HOUR);
    set('unknown');
    expect(shown()).toMatchObject({ state: '0', last_period: '2' });
  });

  it('can be another one after a restart', () => {
    const always = { rules: { isNet: false, hasDeltas: false, isResetting: false } };
    const { set, shown, restart, home } = metered('2026-05-05T10:00:00Z', 'UTC', always);
    set('10');
    set('12');
    restart(0, { ...always, source: 'sensor.other' });
    home.states.set('sensor.other', '500', KWH);
    home.states.set('sensor.other', '501', KWH);
    expect(shown().state).toBe('3');
  });

  it('of money has no total that can only increase', () => {
    const { set, shown } = metered('2026-05-05T10:00:00Z', 'UTC');
    set('1', { unit_of_measurement: 'EUR', device_class: 'monetary' });
    expect(shown()).toMatchObject({ state: '0', state_class: 'total', device_class: 'monetary' });
  });

  it('that a crash set back does not count twice', () => {
    const { set, shown, restart, home } = metered('2026-05-05T10:00:00Z', 'UTC');
    set('10');
    const saved = home.states.get(SOURCE);
    set('12');
    restart();
    home.states.remove(SOURCE);
    restart(1000);
    home.clock.advance(1000);
    if (saved !== undefined) home.states.restore(saved);
    restart();
    set('13');
    expect(shown().state).toBe('3');
  });
});

describe('a meter', () => {
  it('belongs to the device of its source, which does not name it', async () => {
    const { home, restart, shown } = metered('2026-05-05T10:00:00Z', 'UTC');
    const device = { identifiers: [['test', 'one'] as const], name: 'Kettle' };
    const described = { platform: 'test', name: 'Energy', uniqueId: 'e', device, driver: home.driver };
    const source = home.entities.add({ domain: sensorDomain, ...described });
    restart(0, { source: source.id });
    const { device_id: deviceId } = home.registry.get('sensor.meter') ?? {};
    expect(deviceId).toBe(source.entry?.device_id);
    expect(deviceId).toBeTypeOf('string');
    await home.registry.update('sensor.meter', { icon: 'mdi:flash' });
    expect(shown()).toMatchObject({ friendly_name: 'Meter', icon: 'mdi:flash' });
  });

  it('is not mistaken for a former one with its ID', async () => {
    const { set, shown, restart, home } = metered('2026-05-05T10:00:00Z', 'UTC');
    set('10');
    set('12');
    restart();
    await home.registry.remove('sensor.meter');
    restart(0, { uniqueIdOf: () => 'another' });
    expect(shown()).toMatchObject({ state: 'unknown', last_valid_state: 'None' });
  });

  it('adds nothing if one of its unique IDs is in use', () => {
    const { home, restart } = metered('2026-05-05T10:00:00Z', 'UTC', { tariffs: ['a', 'b'] });
    expect(() => restart(0, { tariffs: ['a', 'b'], uniqueIdOf: () => 'same' })).toThrow('same');
    expect([...home.states.all()].map(({ entity_id }) => entity_id)).toEqual([]);
  });
});
