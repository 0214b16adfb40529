// Messages for many entities, and their delay until they are seen by a bare MQTT.js client or as changed
// states on the WebSocket.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { percentiles } from '../measure.js';

const BARE = fileURLToPath(new URL('./bare-client.js', import.meta.url));
const SETTLE = 500;
const now = () => performance.timeOrigin + performance.now();

/**
 * Publishes to `bench/<n>/state` for `seconds`: with `inFlight` as fast as they are seen, with `rate` that
 * many per second. `flood` sends that many more per second to one topic, which are not counted. Returns
 * messages seen per second and their delays.
 */
export async function mqttMessages({ broker, server, entities, inFlight, rate, flood = 0, seconds }) {
  const client = await connectAsync(broker);
  const other = flood === 0 ? undefined : await connectAsync(broker);
  const seen = { count: 0, delays: [], sentAt: [], first: 0, wake: () => {} };
  const stopWatching = await (server === undefined ? watchBare(broker, seen) : watchHouse(server, seen));
  // Numbers that no earlier run has sent, or states would not change.
  const first = Math.floor(Date.now() / 1000) * 1e6 - 1.7e15;
  seen.first = first;
  let sent = 0;
  const send = () => {
    const n = sent % entities;
    sent += 1;
    seen.sentAt[sent] = now();
    const payload = { at: seen.sentAt[sent], value: first + sent, unit: 'W', battery: 97, linkquality: 120 };
    client.publish(`bench/${n}/state`, JSON.stringify(payload));
  };
  const stopFlood = flooding(other, flood);
  const began = performance.now();
  const end = began + seconds * 1000;
  if (rate !== undefined) await paced({ rate, end, send });
  else {
    while (performance.now() < end) {
      while (sent - seen.count < inFlight) send();
      await new Promise((resolve) => {
        seen.wake = resolve;
      });
    }
  }
  const took = (performance.now() - began) / 1000;
  const counted = seen.count;
  stopFlood();
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  stopWatching();
  await Promise.all([client.endAsync(true), other?.endAsync(true)]);
  return { rate: counted / took, ...percentiles(seen.delays), lost: sent - seen.count };
}

/** Sends at a fixed pace regardless of responses: overdue messages are sent late, not skipped. */
async function paced({ rate, end, send }) {
  const began = performance.now();
  for (let done = 0; performance.now() < end; ) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (done < due) {
      send();
      done += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function flooding(client, rate) {
  if (client === undefined) return () => {};
  const began = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * rate;
    for (; done < due; done += 1) client.publish('bench/flood/state', `{"at":0,"value":${done}}`);
  }, 2);
  return () => clearInterval(timer);
}

/** The bare client, in its own process like the server. */
function watchBare(broker, seen) {
  const bare = fork(BARE, [broker, 'bench/+/state'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    bare.once('exit', () => reject(new Error('the bare client ended')));
    bare.on('message', ({ ready, count, delays }) => {
      if (ready) resolve(() => bare.kill());
      else take(seen, count, delays);
    });
  });
}

/** Changed states of the entities as a page of the web app receives them; the state is the message number. */
async function watchHouse({ url, token }, seen) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      for (const message of text.startsWith('[') ? JSON.parse(text) : [JSON.parse(text)]) {
        if (message.type === 'auth_required')
          socket.send(JSON.stringify({ type: 'auth', access_token: token }));
        if (message.type === 'auth_ok') socket.send(JSON.stringify({ id: 1, type: 'subscribe_entities' }));
        if (message.type === 'result') resolve();
        if (message.type !== 'event') continue;
        for (const [id, { '+': change }] of Object.entries(message.event.c ?? {})) {
          if (!id.startsWith('sensor.bench_') || id === 'sensor.bench_flood' || change?.s === undefined)
            continue;
          const at = seen.sentAt[Number(change.s) - seen.first];
          take(seen, 1, at === undefined ? [] : [now() - at]);
        }
      }
    });
  });
  return () => socket.terminate();
}

function take(seen, count, delays) {
  seen.count += count;
  for (const delay of delays) seen.delays.push(delay);
  seen.wake();
}

/** Publishes discovery messages of sensors, retained or not, and waits until the broker has them. */
export async function mqttAnnounce({ broker, entities, retain }) {
  const client = await connectAsync(broker);
  const names = [...Array.from({ length: entities }, (_, n) => String(n)), 'flood'];
  const left = names.values();
  const work = async () => {
    for (const name of left)
      await client.publishAsync(`homeassistant/sensor/bench_${name}/value/config`, configOf(name), {
        qos: 1,
        retain,
      });
  };
  await Promise.all(Array.from({ length: 200 }, work));
  await client.endAsync();
  return {};
}

function configOf(name) {
  const topic = `bench/${name}/state`;
  return JSON.stringify({
    name: null,
    unique_id: `bench_${name}`,
    default_entity_id: `sensor.bench_${name}`,
    state_topic: topic,
    value_template: '{{ value_json.value }}',
    unit_of_measurement: 'W',
    device_class: 'power',
    state_class: 'measurement',
    device: { identifiers: [`bench_${name}`], name: `Bench ${name}`, manufacturer: 'Bench', model: 'One' },
    origin: { name: 'bench' },
  });
}
