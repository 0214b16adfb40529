import { expect, test } from 'vitest';
import { DownsampleIntervals } from '../../../src/history/recorder/downsample-intervals.ts';
import { Downsampler } from '../../../src/history/recorder/downsampler.ts';
import { NoisyEntities } from '../../../src/history/samples/noisy-entities.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MINUTE = 60_000;
const T0 = 1_795_000_020_000;

function sampleAt(at: number, state: string | null): Sample {
  return { at, changedAt: at, state, attributes: '{}', context: null };
}

function recording() {
  const clock = new FakeClock(T0);
  const kept: string[] = [];
  const downsampler = new Downsampler(clock, (id, { state }) => kept.push(`${id} ${state}`));
  const change = (id: string, state: string | null) =>
    downsampler.take(id, sampleAt(clock.now(), state), 10_000);
  return { clock, kept, downsampler, change };
}

test('the last change of each interval is kept, and recorded when the interval ends', async () => {
  const { clock, kept, change } = recording();
  for (let second = 0; second < 25; second += 1) {
    change('sensor.a', String(second));
    await clock.advance(1000);
  }
  expect(kept).toEqual(['sensor.a 9', 'sensor.a 19']);
  await clock.advance(10_000);
  expect(kept).toEqual(['sensor.a 9', 'sensor.a 19', 'sensor.a 24']);
});

test('entities do not wait for each other, and an end is recorded at once', () => {
  const { kept, downsampler, change } = recording();
  change('sensor.a', '1');
  change('sensor.b', '2');
  change('sensor.b', null);
  expect(kept).toEqual(['sensor.b 2', 'sensor.b null']);
  downsampler.flushAll();
  expect(kept.at(-1)).toBe('sensor.a 1');
  downsampler.flushAll();
  expect(kept).toHaveLength(3);
});

test('an entity has its own interval before that of its labels and its domain', () => {
  const intervals = new DownsampleIntervals({
    domains: { sensor: 5 },
    entities: { 'sensor.own': 1 },
    labels: { slow: 60, slower: 120 },
  });
  const all = () =>
    ['sensor.own', 'sensor.labeled', 'sensor.other', 'light.none'].map((id) => intervals.of(id));
  expect(all()).toEqual([1000, 5000, 5000, 0]);
  intervals.readLabels((id) => (id === 'light.none' ? [] : ['slow', 'slower']));
  expect(all()).toEqual([1000, 120_000, 120_000, 0]);
  expect(intervals.isUsed).toBe(true);
  expect(new DownsampleIntervals({ domains: {}, entities: {}, labels: {} }).isUsed).toBe(false);
});

test('an entity with more than ten changes a second for a minute is named once', () => {
  const named: string[] = [];
  const noisy = new NoisyEntities((id, perMinute) => named.push(`${id} ${perMinute}`));
  for (let minute = 0; minute < 4; minute += 1) {
    const times = (count: number) =>
      Array.from({ length: count }, (_, i) => sampleAt(T0 + minute * MINUTE + (i * MINUTE) / count, '1'));
    noisy.count([
      { entityId: 'sensor.noisy', samples: times(601) },
      { entityId: 'sensor.busy', samples: times(600) },
    ]);
  }
  expect(named).toEqual(['sensor.noisy 601']);
});
