import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import type { MatchingTimes, MatchingTimesQuery } from '../../../src/core/past-states.ts';
import { SourceWatch } from '../../../src/helpers/entries/source-watch.ts';
import {
  HistoryStatsReading,
  type HistoryStatsSettings,
} from '../../../src/helpers/history-stats/history-stats-reading.ts';
import { makeHome } from '../../support/home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const settled = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** Templates are `now`, `fails`, or milliseconds since noon. */
async function reading(given: Partial<HistoryStatsSettings> = {}, past: Partial<MatchingTimes> = {}) {
  const home = makeHome();
  const asked: MatchingTimesQuery[] = [];
  let isFailing = false;
  const parts = {
    ...home,
    home: { facts: { time_zone: 'UTC' } } as never,
    log: silentLog,
    watch: new SourceWatch(home.bus),
    pastStates: {
      newest: async () => [],
      matching: async (query: MatchingTimesQuery) => {
        asked.push(query);
        return { isOn: false, times: [], ...past };
      },
    },
    templates: async () => (template: string) => {
      if (isFailing) throw new Error('undefined');
      return String((template === 'now' ? home.clock.now() : NOON + Number(template)) / 1000);
    },
  };
  const one = new HistoryStatsReading(
    {
      sourceId: 'light.l',
      states: ['on', 'auto'],
      type: 'time',
      period: { start: String(-HOUR), end: 'now', duration: 0 },
      minLength: 0,
      isRounded: true,
      ...given,
    },
    parts,
    () => {},
  );
  await settled();
  const set = async (state: string) => {
    home.states.set('light.l', state, {});
    await settled();
  };
  const advance = async (milliseconds: number) => {
    home.clock.advance(milliseconds);
    await settled();
  };
  const fail = (fails: boolean) => {
    isFailing = fails;
  };
  return { ...home, one, asked, set, advance, fail };
}

const ofLastHour = { period: { start: undefined, end: 'now', duration: HOUR } };

describe('statistics of the past', () => {
  it('go on from the history, every minute', async () => {
    const { one, set, advance } = await reading({}, { times: [NOON - 30 * MINUTE, NOON - 15 * MINUTE] });
    expect(one.value).toBe('0.25');
    await set('on');
    await advance(15 * MINUTE);
    expect(one.value).toBe('0.5');
    await set('auto');
    await advance(15 * MINUTE);
    await set('off');
    await advance(HOUR);
    expect(one.value).toBe('0.75');
  });

  it('are a part of the whole period, also of its future', async () => {
    const period = { start: String(-HOUR), end: String(HOUR), duration: 0 };
    const { one } = await reading({ type: 'ratio', period }, { times: [NOON - HOUR / 2] });
    expect(one.value).toBe('25.0');
  });

  it('count blocks at once', async () => {
    const { one, set } = await reading({ type: 'count' }, { isOn: true, times: [NOON - MINUTE] });
    expect(one.value).toBe('1');
    await set('on');
    await set('auto');
    await set('unavailable');
    await set('on');
    expect(one.value).toBe('3');
  });

  it('lose what leaves a period that moves', async () => {
    const { one, advance, asked } = await reading(ofLastHour, { times: [NOON - HOUR / 2, NOON] });
    expect(one.value).toBe('0.5');
    await advance(45 * MINUTE);
    expect(one.value).toBe('0.25');
    await advance(HOUR);
    expect(one.value).toBe('0.0');
    expect(asked).toHaveLength(1);
  });

  it('read the history again when the period begins earlier', async () => {
    const start = { value: 0 };
    const period = {
      get start() {
        return String(start.value);
      },
      end: 'now',
      duration: 0,
    };
    const { asked, advance } = await reading({ period });
    start.value = -HOUR;
    await advance(MINUTE);
    expect(asked.map(({ from }) => from - NOON)).toEqual([0, -HOUR]);
  });

  it('are unknown before their period', async () => {
    const period = { start: String(HOUR), end: String(2 * HOUR), duration: 0 };
    const { one, advance } = await reading({ period });
    expect([one.value, one.isAvailable]).toEqual([null, true]);
    await advance(HOUR + MINUTE);
    expect(one.value).toBe('0.0');
  });

  it('are unavailable while a template fails', async () => {
    const { one, advance, fail } = await reading();
    fail(true);
    await advance(MINUTE);
    expect(one.isAvailable).toBe(false);
    fail(false);
    await advance(MINUTE);
    expect([one.value, one.isAvailable]).toEqual(['0.0', true]);
  });

  it('end with their timer', async () => {
    const { one, clock } = await reading();
    expect(clock.pending).toBe(1);
    one.close();
    expect(clock.pending).toBe(0);
  });
});
