import type { Sample } from '../../src/history/samples/sample.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SECOND = 1000;

/** An entity of the generated home and how it behaves. */
export interface GeneratedEntity {
  readonly entityId: string;
  /** Its samples from a time for a number of days, in the order in which they are written. */
  samples(start: number, days: number): Generator<Sample>;
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sensors by the time between two of their reports. */
const SENSORS = [
  { period: 30 * SECOND, count: 12 },
  { period: 60 * SECOND, count: 16 },
  { period: 120 * SECOND, count: 24 },
  { period: 300 * SECOND, count: 68 },
];
const JITTER = 50;
const UNITS = ['°C', '%', 'W', 'kWh'];

/**
 * A home of 200 entities that behaves the same for the same seed: sensors with one decimal that become unavailable
 * and change their unit, contacts, lights with attributes and callers, and weather with large attributes. The clock
 * of the lights is set back by an hour in the middle.
 */
export function generatedHome(seed: number): readonly GeneratedEntity[] {
  let count = 0;
  const entity = (
    entityId: string,
    behave: (random: () => number, start: number, days: number) => Generator<Sample>,
  ): GeneratedEntity => {
    count += 1;
    const own = seed * 1000 + count;
    return { entityId, samples: (start, days) => behave(seededRandom(own), start, days) };
  };
  const times = (amount: number, make: (index: number) => GeneratedEntity): GeneratedEntity[] =>
    Array.from({ length: amount }, (_, index) => make(index));
  return [
    ...SENSORS.flatMap(({ period, count: amount }) =>
      times(amount, (n) =>
        entity(`sensor.every_${period / SECOND}_${n}`, (random, start, days) =>
          sensor(random, start, days, period, n),
        ),
      ),
    ),
    ...times(50, (n) => entity(`binary_sensor.contact_${n}`, contact)),
    ...times(20, (n) => entity(`light.lamp_${n}`, light)),
    ...times(10, (n) => entity(`weather.place_${n}`, weather)),
  ];
}

function* sensor(
  random: () => number,
  start: number,
  days: number,
  period: number,
  kind: number,
): Generator<Sample> {
  const texts = [0, 1].map((change) =>
    JSON.stringify({
      state_class: 'measurement',
      unit_of_measurement: UNITS[(kind + change) % UNITS.length],
      friendly_name: `Sensor ${kind}`,
    }),
  );
  const end = start + days * DAY;
  const unitChange = start + random() * days * DAY;
  let value = 20 + random() * 10;
  let last = '';
  for (let time = start + Math.floor(random() * period); time < end; time += period) {
    value += (random() - 0.5) * 0.8 + (25 - value) * 0.01;
    const state = random() < 0.0005 ? 'unavailable' : value.toFixed(1);
    const at = Math.max(start, Math.round(time + (random() * 2 - 1) * JITTER));
    if (state === last || at >= end) continue;
    last = state;
    const attributes = texts[time < unitChange || kind % 8 > 0 ? 0 : 1] ?? '{}';
    yield { at, changedAt: at, state, attributes, context: null };
  }
}

function* contact(random: () => number, start: number, days: number): Generator<Sample> {
  const end = start + days * DAY;
  const attributes = '{"device_class":"door","friendly_name":"Contact ß"}';
  let isOpen = false;
  for (let at = start; at < end; at += 1 + Math.floor(random() * 2 * HOUR)) {
    isOpen = !isOpen;
    const isRemoved = random() < 0.002;
    yield {
      at,
      changedAt: at,
      state: isRemoved ? null : isOpen ? 'on' : 'off',
      attributes: isRemoved ? '{}' : attributes,
      context: null,
    };
  }
}

function* light(random: () => number, start: number, days: number): Generator<Sample> {
  const end = start + days * DAY;
  const setBackAt = start + (days * DAY) / 2;
  let clock = 0;
  let changedAt = start;
  let state = 'off';
  for (let time = start; time < end; time += 1 + Math.floor(random() * 90) * 60 * SECOND) {
    if (time > setBackAt) clock = -HOUR;
    const at = time + clock;
    if (random() < 0.6) {
      state = state === 'on' ? 'off' : 'on';
      changedAt = at;
    }
    const brightness = Math.floor(random() * 256);
    const attributes = JSON.stringify(
      state === 'on' ? { brightness, rgb_color: [brightness, 0, 255 - brightness] } : { brightness: null },
    );
    const context =
      random() < 0.5
        ? null
        : { id: id(random, 26), parent_id: random() < 0.3 ? id(random, 26) : null, user_id: 'b'.repeat(32) };
    yield { at, changedAt, state, attributes, context };
  }
}

function* weather(random: () => number, start: number, days: number): Generator<Sample> {
  const end = start + days * DAY;
  for (let at = start + 7; at < end; at += 30 * 60 * SECOND) {
    const forecast = Array.from({ length: 5 }, () => ({ temperature: Math.round(random() * 300) / 10 }));
    const state = ['sunny', 'rainy', 'cloudy, 20 °C', ''][Math.floor(random() * 4)] ?? '';
    yield { at, changedAt: at, state, attributes: JSON.stringify({ forecast }), context: null };
  }
}

function id(random: () => number, length: number): string {
  return Array.from({ length }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(random() * 32)]).join('');
}
