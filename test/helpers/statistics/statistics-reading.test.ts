import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import type { NewestStatesQuery, PastState } from '../../../src/core/past-states.ts';
import { SourceWatch } from '../../../src/helpers/entries/source-watch.ts';
import {
  StatisticsReading,
  type StatisticsSettings,
} from '../../../src/helpers/statistics/statistics-reading.ts';
import { makeHome } from '../../support/home.ts';

const MINUTE = 60_000;

interface Given extends Partial<Omit<StatisticsSettings, 'limits'>> {
  readonly limits?: Partial<StatisticsSettings['limits']>;
  readonly past?: (query: NewestStatesQuery) => Promise<readonly PastState[]>;
}

/** A reading whose history has been read. */
async function reading({ limits, past, ...settings }: Given = {}, home = makeHome()) {
  const parts = {
    ...home,
    home: { facts: { time_zone: 'UTC' } } as never,
    log: silentLog,
    watch: new SourceWatch(home.bus),
    pastStates: { newest: past ?? (async () => []), matching: async () => ({ isOn: false, times: [] }) },
  };
  const one = new StatisticsReading(
    {
      ...{ sourceId: 'sensor.s', characteristic: 'mean', precision: 2, percentile: 50, ...settings },
      limits: { size: 3, maxAge: undefined, keepsLast: false, ...limits },
    },
    parts,
    () => {},
  );
  if (past === undefined) await settled();
  const set = (state: string, unit: string | null = 'W') =>
    home.states.set('sensor.s', state, unit === null ? {} : { unit_of_measurement: unit });
  return { ...home, one, set };
}

/** Lets the answer of the history arrive. */
const settled = async () => {
  for (let i = 0; i < 5; i += 1) await Promise.resolve();
};

describe('statistics of a sensor', () => {
  it('have the newest samples only', async () => {
    const { one, set } = await reading();
    for (const state of ['1', '2', '3', '10']) set(state);
    expect(one.value).toBe('5.0');
    expect(one.attributes).toEqual({ buffer_usage_ratio: 1, source_value_valid: true });
  });

  it('take a report of the same state as a sample', async () => {
    const { one, set } = await reading({ characteristic: 'count' });
    for (const state of ['1', '1', '2']) set(state);
    expect(one.value).toBe('3');
  });

  it('ignore what is no number, and are unavailable with their source', async () => {
    const { one, set } = await reading();
    for (const state of ['4', 'warm', 'NaN', '1e400']) set(state);
    expect([one.value, one.attributes.source_value_valid]).toEqual(['4.0', false]);
    set('unknown');
    expect([one.value, one.isAvailable, one.attributes.source_value_valid]).toEqual(['4.0', true, false]);
    set('unavailable');
    expect([one.isAvailable, one.attributes.source_value_valid]).toEqual([false, null]);
    set('6');
    expect([one.value, one.isAvailable]).toEqual(['5.0', true]);
  });

  it('drop samples when they are too old', async () => {
    const { one, set, clock } = await reading({ limits: { size: undefined, maxAge: 10 * MINUTE } });
    set('1');
    clock.advance(6 * MINUTE);
    set('3');
    expect([one.value, one.attributes.age_coverage_ratio]).toEqual(['2.0', 0.6]);
    clock.advance(4 * MINUTE + 1000);
    expect(one.value).toBe('3.0');
    clock.advance(6 * MINUTE);
    expect([one.value, one.attributes.age_coverage_ratio]).toEqual([null, 0]);
  });

  it('keep the last sample on request', async () => {
    const { one, set, clock } = await reading({ limits: { maxAge: 10 * MINUTE, keepsLast: true } });
    set('1');
    set('3');
    clock.advance(60 * MINUTE);
    expect(one.value).toBe('3.0');
    expect(clock.pending).toBe(0);
  });

  it('convert samples to another unit, and drop those of another quantity', async () => {
    const { one, set } = await reading();
    set('2000');
    set('4', 'kW');
    expect([one.value, one.shown.unit]).toEqual(['3.0', 'kW']);
    set('20', '°C');
    expect([one.value, one.shown.unit]).toEqual(['20.0', '°C']);
  });

  it('begin with the history, and lose nothing meanwhile', async () => {
    const home = makeHome();
    const past: PastState = { at: home.clock.now() - MINUTE, state: '1', unit: 'W' };
    let answer: (states: readonly PastState[]) => void = () => {};
    const asked: NewestStatesQuery[] = [];
    const { one, set } = await reading(
      {
        limits: { maxAge: 5 * MINUTE },
        past: (query) => {
          asked.push(query);
          return new Promise((resolve) => {
            answer = resolve;
          });
        },
      },
      home,
    );
    set('5');
    expect(one.value).toBeNull();
    answer([past]);
    await settled();
    expect(one.value).toBe('3.0');
    expect(asked).toMatchObject([{ entityId: 'sensor.s', limit: 3 }]);
    expect((asked[0]?.to ?? 0) - (asked[0]?.from ?? 0)).toBeCloseTo(5 * MINUTE, -1);
  });

  it('do not count a change twice that the history has as well', async () => {
    const home = makeHome();
    let answer: (states: readonly PastState[]) => void = () => {};
    const { one, set } = await reading(
      {
        characteristic: 'count',
        past: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      home,
    );
    set('5');
    answer([{ at: home.states.get('sensor.s')?.last_updated ?? 0, state: '5', unit: 'W' }]);
    await settled();
    expect(one.value).toBe('1');
  });

  it('begin with the present state where there is no history, also one that cannot be read', async () => {
    const home = makeHome();
    home.states.set('sensor.s', '8', {});
    const { one } = await reading({ past: () => Promise.reject(new Error('no history')) }, home);
    await settled();
    expect(one.value).toBe('8.0');
  });

  it('end with all timers', async () => {
    const { one, set, clock, bus } = await reading({ limits: { maxAge: MINUTE } });
    set('1');
    expect([clock.pending, bus.hasListener('state_reported')]).toEqual([1, true]);
    one.close();
    expect([clock.pending, bus.hasListener('state_reported')]).toEqual([0, false]);
  });
});
