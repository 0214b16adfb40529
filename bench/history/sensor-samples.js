// What numeric sensors with one decimal record: a report every 30 s to 5 min, of which only changes are kept.
import { normal, seededRandom } from './random.js';

const START = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
const PERIODS = [30_000, 60_000, 120_000, 300_000];
/** Each with a swing over the day, noise of each report, and a random walk. */
export const KINDS = [
  { name: 'temperature', unit: '°C', mean: 21, swing: 2, noise: 0.05, walk: 0.03 },
  { name: 'humidity', unit: '%', mean: 48, swing: 6, noise: 0.2, walk: 0.1 },
  { name: 'voltage', unit: 'V', mean: 231, swing: 1, noise: 0.7, walk: 0 },
  { name: 'power', unit: 'W', mean: 340, swing: 150, noise: 4, walk: 8 },
];

/** Samples by entity, a sensor of each kind and period; times are off by up to `jitter` milliseconds. */
export function sensorSamples({ days, jitter, seed }) {
  const random = seededRandom(seed);
  const sensors = PERIODS.flatMap((period) => KINDS.map((kind) => ({ period, kind })));
  return new Map(
    sensors.map(({ period, kind }) => [
      `sensor.${kind.name}_${period / 1000}s`,
      [...sensorReports({ period, kind, jitter, start: START, end: START + days * DAY, random })],
    ]),
  );
}

/** The samples of one sensor that reports every `period` milliseconds, in order of time. */
export function* sensorReports({ period, kind, jitter, start, end, random }) {
  const attributes = JSON.stringify({
    state_class: 'measurement',
    unit_of_measurement: kind.unit,
    device_class: kind.name,
    friendly_name: `Living room ${kind.name}`,
  });
  const offset = Math.floor(random() * period);
  let walked = 0;
  let last = '';
  for (let time = start + offset; time < end; time += period) {
    walked = walked * 0.999 + normal(random) * kind.walk;
    const daily = kind.swing * Math.sin((2 * Math.PI * time) / DAY);
    const state = (kind.mean + daily + walked + normal(random) * kind.noise).toFixed(1);
    const at = Math.round(time + (random() * 2 - 1) * jitter);
    if (state === last) continue;
    last = state;
    yield { at, changedAt: at, state, attributes, context: null };
  }
}
