import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { PlotQuery } from '../../../src/core/plot-query.ts';
import { plotHistory } from '../../../src/history/plots/plot-history.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { compileStatistics } from '../../../src/history/statistics/compile-run.ts';
import { markCompiled } from '../../../src/history/statistics/compiled-until.ts';
import { StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.parse('2026-09-01T10:00:00Z');
const TEMPERATURE = { state_class: 'measurement', unit_of_measurement: '°C' };

let samples: SqliteSampleStore;
let statistics: StatisticsStore;
/** Counts the samples that a query reads. */
let read = 0;
const pause = async (): Promise<void> => {};

beforeEach(() => {
  const folder = tempFolder();
  const rest = { backup: { folder, stamp: 'x' }, lockWait: 0 };
  const history = { ...rest, file: join(folder, 'history.db'), migrations: historyMigrations };
  const file = { ...rest, file: join(folder, 'statistics.db'), migrations: statisticsMigrations };
  samples = new SqliteSampleStore({
    connection: openConnection(history).connection,
    pause,
    onDamage: () => {},
  });
  const original = samples.read.bind(samples);
  samples.read = async function* (range) {
    for await (const part of original(range)) {
      read += part.samples.length;
      yield part;
    }
  };
  statistics = new StatisticsStore({
    connection: openConnection(file).connection,
    pause,
    onDamage: () => {},
  });
});

function sample(at: number, state: string | null, attributes: object = {}): Sample {
  return { at, changedAt: at, state, attributes: JSON.stringify(attributes), context: null };
}

function add(entityId: string, list: readonly Sample[]): void {
  samples.append([{ entityId, samples: list }]);
}

async function compile(from: number, until: number): Promise<void> {
  markCompiled(statistics, from);
  await compileStatistics(
    { samples, store: statistics, pause },
    { until, earliest: 0, sensors: new Map(), timeZone: 'Europe/Amsterdam' },
  );
}

async function plots(asked: Omit<PlotQuery, 'attributes'> & Partial<PlotQuery>) {
  const query = { attributes: new Map(), ...asked };
  read = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of plotHistory({ samples, statistics, pause }, query)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

test('numbers become buckets, and gaps have none', async () => {
  add('sensor.a', [
    sample(T0 - 5, '1', TEMPERATURE),
    sample(T0 + 15, '3', TEMPERATURE),
    sample(T0 + 20, 'unavailable', TEMPERATURE),
    sample(T0 + 35, '-2.5', TEMPERATURE),
  ]);
  const answer = await plots({ entityIds: ['sensor.a'], from: T0, to: T0 + 40, points: 4 });
  expect(answer).toEqual({
    start: T0,
    entities: {
      'sensor.a': {
        ...{ kind: 'numbers', width: 10, start: [T0, T0 + 10, T0 + 30] },
        ...{ min: [1, 1, -2.5], mean: [1, 2, -2.5], max: [1, 3, -2.5] },
        ...{ first: [1, 1, -2.5], last: [1, 3, -2.5], covered: [10, 10, 5] },
      },
    },
  });
});

test('other states become runs; gaps and removals are among them', async () => {
  add('light.a', [
    sample(T0 - 5, 'on'),
    sample(T0 + 5, 'on'),
    sample(T0 + 10, 'unavailable'),
    sample(T0 + 20, 'off "é"'),
    sample(T0 + 25, null),
  ]);
  const { entities } = await plots({
    entityIds: ['light.a', 'light.none'],
    from: T0,
    to: T0 + 40,
    points: 4,
  });
  expect(entities).toEqual({
    'light.a': {
      ...{ kind: 'states', thinned: false, start: [T0, T0 + 10, T0 + 20, T0 + 25] },
      state: ['on', 'unavailable', 'off "é"', null],
    },
  });
});

test('numeric attributes are beside the state; other values are gaps', async () => {
  const at = (time: number, state: string | null, brightness?: unknown): Sample =>
    sample(T0 + time, state, brightness === undefined ? {} : { brightness, name: 'x' });
  add('light.a', [
    ...[at(-5, 'on', 100), at(10, 'on', 255), at(20, 'unavailable', 255), at(30, 'on', '12')],
    ...[at(35, 'on', 1e300), at(40, 'off'), at(50, 'on', null), at(55, null, 3)],
  ]);
  const names = ['brightness', 'name', 'constructor', '__proto__'];
  const query = { entityIds: ['light.a'], from: T0, to: T0 + 60, points: 6 };
  const { entities } = await plots({ ...query, attributes: new Map([['light.a', names]]) });
  expect(entities['light.a'].kind).toBe('states');
  expect(entities['light.a'].attributes).toEqual({
    brightness: {
      ...{ kind: 'numbers', width: 10, start: [T0, T0 + 10, T0 + 30], min: [100, 100, 1e300] },
      ...{ mean: [100, 255, 1e300], max: [100, 255, 1e300], first: [100, 100, 1e300] },
      ...{ last: [100, 255, 1e300], covered: [10, 10, 5] },
    },
  });
  const [number] = [(await plots({ ...query, attributes: new Map([['light.b', names]]) })).entities];
  expect(number['light.a'].attributes).toBeUndefined();
});

test('of too many runs the longest state of each span is kept', async () => {
  const states = Array.from({ length: 100 }, (_, i) =>
    sample(T0 + i * 10 + (i % 2) * 5, i % 2 ? 'off' : 'on'),
  );
  states.push(sample(T0 + 1000, 'idle'));
  add('switch.a', states);
  const { entities } = await plots({ entityIds: ['switch.a'], from: T0, to: T0 + 2000, points: 20 });
  expect(entities['switch.a']).toEqual({
    ...{ kind: 'states', thinned: true, start: [T0, T0 + 1000], state: ['on', 'idle'], width: 100 },
    // Each span has the short states beside the longest one.
    brief: { start: Array.from({ length: 10 }, (_, i) => T0 + i * 100), state: new Array(10).fill('off') },
  });
});

test('what was recorded in another unit is shown in the present one, and left out if it was another quantity', async () => {
  const [celsius, fahrenheit, watts] = ['°C', '°F', 'W'].map((unit_of_measurement) => ({
    unit_of_measurement,
  }));
  add('sensor.a', [
    ...[sample(T0, '900', watts), sample(T0 + 1000, '20', celsius), sample(T0 + 2000, 'unavailable')],
    ...[
      sample(T0 + 3000, '30', celsius),
      sample(T0 + 4500, '68', fahrenheit),
      sample(T0 + 5000, '70', fahrenheit),
    ],
  ]);
  const query = { entityIds: ['sensor.a'], from: T0, to: T0 + 6000, points: 6 };
  const { entities } = await plots(query);
  expect(entities['sensor.a']).toMatchObject({
    start: [1000, 3000, 4000, 5000].map((at) => T0 + at),
    // The number in force at the start of a bucket is one of its own.
    min: [68, 86, 68, 68],
    max: [68, 86, 68, 70],
  });
  // The axis has the unit of now, also in a range before it.
  const earlier = await plots({ ...query, from: T0 + 1000, to: T0 + 2000, points: 1 });
  expect(earlier.entities['sensor.a']).toMatchObject({ start: [T0 + 1000], mean: [68] });
});

test('the kind of an entity follows from its domain, unit or newest known state', async () => {
  add('input_select.a', [sample(T0, '1')]);
  add('sensor.plain', [sample(T0, '7'), sample(T0 + 1, 'unknown')]);
  add('sensor.text', [sample(T0, '7'), sample(T0 + 1, 'auto')]);
  add('sensor.unit', [sample(T0, '7', TEMPERATURE), sample(T0 + 1, 'auto', TEMPERATURE)]);
  const ids = ['input_select.a', 'sensor.plain', 'sensor.text', 'sensor.unit'];
  const { entities } = await plots({ entityIds: ids, from: T0, to: T0 + 40, points: 4 });
  const kinds = Object.values(entities).map((plot) => (plot as { kind: string }).kind);
  expect(kinds).toEqual(['states', 'numbers', 'states', 'numbers']);
});

test('a long range is made of roll-ups, with samples where there are none', async () => {
  const count = 40 * 60;
  add(
    'sensor.a',
    Array.from({ length: count }, (_, i) => sample(T0 + i * MINUTE, String(i % 97), TEMPERATURE)),
  );
  const query = { entityIds: ['sensor.a'], from: T0, to: T0 + count * MINUTE, points: 20 };
  const plain = await plots(query);
  expect(read).toBe(count);
  // The first ten hours and the last five have no roll-ups.
  await compile(T0 + 10 * HOUR, T0 + 35 * HOUR);
  const rolled = await plots(query);
  expect(read).toBe(15 * 60);
  expect(rolled.entities['sensor.a'].start).toEqual(plain.entities['sensor.a'].start);
  expect(rolled).toEqual(plain);
});

test('any range of roll-ups has the extremes of its samples', async () => {
  const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 500, maxLength: 900 });
  let id = 0;
  await fc.assert(
    fc.asyncProperty(
      numbers,
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 1, max: 60 }),
      async (values, one, other, points) => {
        id += 1;
        const entityId = `sensor.n${id}`;
        add(
          entityId,
          values.map((value, i) => sample(T0 + i * MINUTE, String(value), TEMPERATURE)),
        );
        await compile(T0, T0 + 8 * HOUR);
        const [from, to] = [T0 + Math.min(one, other) * MINUTE, T0 + (Math.max(one, other) + 1) * MINUTE];
        const { entities } = await plots({ entityIds: [entityId], from, to, points });
        const { width, start, min, max } = entities[entityId];
        expect(start.length).toBeLessThanOrEqual(points);
        for (const [index, at] of start.entries()) {
          // A value that is replaced exactly when a bucket begins counts there, too.
          const own = values.filter(
            (_, i) => T0 + (i + 1) * MINUTE >= at && T0 + i * MINUTE < Math.min(at + width, to),
          );
          const inForce = at >= T0 + values.length * MINUTE ? values.slice(-1) : own;
          expect([min[index], max[index]]).toEqual([Math.min(...inForce), Math.max(...inForce)]);
        }
      },
    ),
    { numRuns: seeds(12, 200), endOnFailure: true },
  );
});
