// A year of a home of 200 entities, written through the history worker of the build into a data folder.
import { SampleCollector } from '../../dist/history/samples/sample-columns.js';
import { openHistoryWorker } from './history-worker.js';
import { seededRandom } from './random.js';
import { KINDS, sensorReports } from './sensor-samples.js';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const PERIOD = 300 * SECOND;
/** Written and compiled together. */
const STEP = DAY / 4;
/** How often rows of five minutes are deleted, and how long they are kept. */
const TIDIED = 30 * DAY;
const SHORT_TERM = 30 * DAY;
const SAMPLES_A_MESSAGE = 5000;
const CONTACTS = 50;
const BUSY_CONTACTS = 20;
const LIGHTS = 9;
/** Numbers of sensors by the milliseconds between their reports. */
const SENSORS = [
  [30 * SECOND, 4],
  [60 * SECOND, 10],
  [120 * SECOND, 20],
  [300 * SECOND, 86],
];

/** Entities of the year that rows read. */
export const EVERY_SECOND = 'sensor.bench_every_second';
export const everyMinute = (index) => `sensor.bench_60s_${index}`;
/** The sensors that have statistics: fifty of them. */
export const withStatistics = () => [...sensors()].slice(-50).map(({ entityId }) => entityId);

/**
 * Writes `days` days that end at `end`, with their statistics, into `history.db` and `statistics.db` of a folder.
 * Returns `{samples, numeric, last}`: the numbers of samples and the last one of each entity. The last day also has a sensor that changes every second
 * and contacts that change 20,000 times.
 */
export async function writeYear(folder, { seed, days = 365, end }) {
  const worker = await openHistoryWorker(folder);
  const writers = entitiesOf(seed, end - days * DAY, end).map(({ entityId, samples }) => {
    return { entityId, samples, next: samples.next().value, last: undefined };
  });
  const collector = new SampleCollector();
  const withClass = new Set([...sensors()].map(({ entityId }) => entityId));
  const measured = new Map();
  let samples = 0;
  let numeric = 0;
  for (let until = end - days * DAY + STEP; until <= end; until += STEP) {
    for (const writer of writers) {
      for (; writer.next !== undefined && writer.next.at < until; writer.next = writer.samples.next().value) {
        collector.add(writer.entityId, writer.next);
        writer.last = writer.next;
        if (withClass.has(writer.entityId)) measured.set(writer.entityId, writer.next);
        samples += 1;
        if (writer.entityId.startsWith('sensor.')) numeric += 1;
        if (collector.size >= SAMPLES_A_MESSAGE) worker.append(collector.take());
      }
    }
    await worker.commit(collector.take());
    await worker.compile(Math.floor(until / PERIOD) * PERIOD, measured);
    if ((end - until) % TIDIED === 0) await worker.tidy(until - SHORT_TERM);
  }
  await worker.close();
  return { samples, numeric, last: writers.map(({ entityId, last }) => ({ entityId, ...last })) };
}

/** The reports of the same home between two times, by entity, without what only the last day of a year has. */
export function reportsOf(seed, start, end) {
  const isLastDay = (id) => id === EVERY_SECOND || id.startsWith('binary_sensor.bench_busy');
  return entitiesOf(seed, start, end).filter(({ entityId }) => !isLastDay(entityId));
}

function* sensors() {
  for (const [period, count] of SENSORS)
    for (let n = 0; n < count; n += 1)
      yield { entityId: `sensor.bench_${period / SECOND}s_${n}`, period, kind: KINDS[n % KINDS.length] };
}

function entitiesOf(seed, start, end) {
  let count = 0;
  const own = () => {
    count += 1;
    return seededRandom(seed * 1000 + count);
  };
  const named = (name, amount, make) =>
    Array.from({ length: amount }, (_, n) => ({ entityId: `${name}_${n}`, samples: make(own()) }));
  const lastDay = { start: end - DAY, end };
  return [
    ...[...sensors()].map(({ entityId, period, kind }) => {
      const samples = sensorReports({ period, kind, jitter: 50, start, end, random: own() });
      return { entityId, samples };
    }),
    { entityId: EVERY_SECOND, samples: secondly(lastDay) },
    ...named('binary_sensor.bench_contact', CONTACTS, (random) =>
      contact({ start, end, gap: DAY / 20, random }),
    ),
    ...named('binary_sensor.bench_busy', BUSY_CONTACTS, (random) =>
      contact({ ...lastDay, gap: DAY / 1000, random }),
    ),
    ...named('light.bench_light', LIGHTS, (random) => light({ start, end, random })),
  ];
}

function* secondly({ start, end }) {
  const attributes = '{"unit_of_measurement":"W","friendly_name":"Every second"}';
  for (let at = start; at < end; at += SECOND)
    yield { at, changedAt: at, state: ((at / SECOND) % 1000).toFixed(1), attributes, context: null };
}

function* contact({ start, end, gap, random }) {
  const attributes = '{"device_class":"door","friendly_name":"Contact"}';
  let isOpen = false;
  for (let at = start; at < end; at += 1 + Math.floor(random() * 2 * gap)) {
    isOpen = !isOpen;
    yield { at, changedAt: at, state: isOpen ? 'on' : 'off', attributes, context: null };
  }
}

/** Switched by people and automations: each change has a context of its own. */
function* light({ start, end, random }) {
  for (let at = start; at < end; at += 1 + Math.floor(random() * 2 * (DAY / 30))) {
    const isOn = random() < 0.5;
    const attributes = JSON.stringify({ brightness: isOn ? 1 + Math.floor(random() * 255) : null });
    const context = {
      id: identifier(random),
      parent_id: null,
      user_id: random() < 0.5 ? 'b'.repeat(32) : null,
    };
    yield { at, changedAt: at, state: isOn ? 'on' : 'off', attributes, context };
  }
}

function identifier(random) {
  const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from({ length: 26 }, () => characters[Math.floor(random() * 32)]).join('');
}
