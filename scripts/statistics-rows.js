// Replays recorded rows of Home Assistant's statistics compiler on ours: node scripts/statistics-rows.js FILE
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { prepare } from './build.js';

/** When every row begins, and the time zone of its home. */
const BEGIN = Date.parse('2026-09-01T10:00:00Z');
const TIME_ZONE = 'Europe/Amsterdam';
const PERIOD = 300;
const PERIODS_PER_HOUR = 12;
/** After all samples. */
const LATER = 86_400_000;

/** The values of a row, by the names they are recorded with. */
const VALUES = {
  mean: 'mean',
  mean_weight: 'meanWeight',
  min: 'min',
  max: 'max',
  state: 'state',
  sum: 'sum',
  last_reset: 'lastReset',
};
/** Weights below have no direction, and are equal. */
const NEAR = 1e-6;

/** The differences between what was recorded and what the compiler does. */
export function checkStatisticsRow(row, compiler) {
  const { metadata, short, hour } = replay(row, compiler);
  const found = {
    meta: metadata && {
      mean_type: metadata.meanType,
      has_sum: metadata.hasSum,
      unit: metadata.unit,
      unit_class: metadata.unitClass,
    },
    short: short.map((one) => [(one.start - BEGIN) / 1000, named(one)]),
    hour: hour && named(hour),
  };
  const { meta, short: expected, hour: expectedHour = null } = row.expect;
  const differences = [];
  if (!isEqual(sorted(found.meta), sorted(meta))) differences.push(['meta', meta, found.meta]);
  if (found.short.length !== expected.length || !expected.every((one, i) => isSameShort(found.short[i], one)))
    differences.push(['short', expected, found.short]);
  if ((expectedHour === null) !== (found.hour === null) || !areNear(found.hour, expectedHour))
    differences.push(['hour', expectedHour, found.hour]);
  return differences.map(
    ([what, wanted, got]) => `${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`,
  );
}

function replay(row, { readingsOf, compilePeriod, compileHour }) {
  const readings = readingsOf(samplesOf(row));
  const { before, periods = 1 } = row;
  let metadata = before
    ? {
        meanType: before.mean_type ?? 0,
        hasSum: before.has_sum ?? false,
        unit: before.unit,
        unitClass: before.unit_class,
      }
    : null;
  let last = before?.last ? stored(before.last) : null;
  const short = [];
  const compile = (start) => {
    const end = start + PERIOD * 1000;
    const compiled = compilePeriod({
      start,
      end,
      inForce: readings.findLast(({ at }) => at < start) ?? null,
      samples: readings.filter(({ at }) => at >= start && at < end),
      metadata,
      before: last,
      timeZone: TIME_ZONE,
    });
    metadata = compiled.metadata;
    return compiled.row;
  };
  for (let i = 0; i < periods; i += 1) {
    const made = compile(BEGIN + i * PERIOD * 1000);
    if (made === null) continue;
    last = made;
    short.push(made);
  }
  const hour = periods >= PERIODS_PER_HOUR ? compileHour(short, metadata?.meanType ?? 0) : null;
  // Home Assistant compiled a later period, with the state in force, before the metadata were recorded.
  compile(BEGIN + LATER);
  return { metadata, short, hour };
}

/** The samples of a row. Writing a state again that is in force changes nothing. */
function samplesOf({ attributes, samples }) {
  const written = [];
  for (const [t, state, more] of [...samples].sort(([one], [other]) => one - other)) {
    const all = Object.entries({ ...attributes, ...more }).filter(([, value]) => value !== '$none');
    const at = BEGIN + Math.round(t * 1000);
    const text = JSON.stringify(Object.fromEntries(all));
    const before = written.at(-1);
    const isSame = before?.state === state;
    if (isSame && before.attributes === text) continue;
    written.push({ at, changedAt: isSame ? before.changedAt : at, state, attributes: text, context: null });
  }
  return written;
}

function stored({ state = null, sum = null, last_reset = null }) {
  return { state, sum, lastReset: last_reset === null ? null : Date.parse(last_reset) };
}

/** The values of a row that are not null, as recorded: times as text. */
function named(values) {
  return Object.fromEntries(
    Object.entries(VALUES).flatMap(([name, key]) => {
      const value = values[key];
      if (value === null) return [];
      return [[name, key === 'lastReset' ? new Date(value).toISOString().replace('.000Z', '+00:00') : value]];
    }),
  );
}

function isSameShort([start, values], [expectedStart, expected]) {
  return start === expectedStart && areNear(values, expected);
}

function areNear(values, expected) {
  if (values === null || expected === null) return values === expected;
  const keys = Object.keys(values);
  return (
    keys.length === Object.keys(expected).length && keys.every((key) => isNear(key, values[key], expected))
  );
}

function isNear(key, value, expected) {
  const wanted = expected[key];
  if (typeof wanted !== 'number' || typeof value !== 'number') return value === wanted;
  const distance = Math.abs(value - wanted);
  if (distance <= 1e-9 * Math.abs(wanted)) return true;
  if (expected.mean_weight === undefined) return false;
  if (key === 'mean_weight') return distance <= NEAR;
  return key === 'mean' && (expected.mean_weight < NEAR || Math.min(distance, 360 - distance) <= NEAR);
}

function sorted(object) {
  return (
    object && Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))
  );
}

function isEqual(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The rows of a file. */
export function readStatisticsRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** Replays a file and prints one line for each difference, then the totals. Returns whether there was none. */
function replayFile(file, compiler) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const row of readStatisticsRows(file)) {
    if (!Array.isArray(row.samples) || row.expect === undefined) {
      counts.skipped += 1;
      continue;
    }
    const differences = checkStatisticsRow(row, compiler);
    for (const difference of differences) console.log(`FAIL ${row.id} ${difference}`);
    counts[differences.length === 0 ? 'passed' : 'failed'] += 1;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    console.error('usage: node scripts/statistics-rows.js FILE');
    process.exit(2);
  }
  await prepare();
  const [{ compilePeriod }, { compileHour }, { readingsOf }] = await Promise.all(
    ['compile-five-minutes', 'compile-hour', 'reading'].map(
      (name) => import(`../dist/history/statistics/${name}.js`),
    ),
  );
  process.exitCode = replayFile(file, { compilePeriod, compileHour, readingsOf }) ? 0 : 1;
}
