// MQTT, compared with Mosquitto and a bare MQTT.js client that parses JSON in the same run.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { atLeast, atMost } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { residentMegabytes } from '../measure.js';
import { startHome } from '../servers.js';

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));
const ENTITIES = 1000;
const FLOOD = 5000;
const [SOME, MANY] = [3500, 35_000];
const LONGEST_WAIT = 300_000;

const needs = (server) => {
  if (server.start === undefined) return 'needs a server this run can start';
  return MOSQUITTO === undefined ? 'needs mosquitto' : undefined;
};
const common = { unit: 'x', sides: 'server', once: true, needs };
const ms = (value) => (value === undefined ? '-' : `${value.toFixed(1)} ms`);

export const mqttThroughput = {
  ...common,
  name: `MQTT messages into ${ENTITIES.toLocaleString('en')} entities, of a bare client's`,
  better: 'more',
  aim: atLeast(0.5, 'x'),
  measure: (_server, run) =>
    withHome(run, ENTITIES, async ({ broker, home }) => {
      const job = { broker, entities: ENTITIES, inFlight: 256, seconds: run.options.seconds };
      const rounds = [];
      for (let round = 0; round < run.options.rounds; round += 1) {
        const bare = await runJob('mqttMessages', job);
        const house = await runJob('mqttMessages', { ...job, server: home });
        rounds.push({ bare, house });
      }
      const best = (side) => Math.max(...rounds.map((round) => round[side].rate));
      const rates = { bare: best('bare'), house: best('house') };
      return {
        value: rates.house / rates.bare,
        note: `${Math.round(rates.house)} messages/s as changed states on a page of the web app; the bare client ${Math.round(rates.bare)}`,
      };
    }),
};

export const mqttLatency = {
  ...common,
  name: 'p99 of 1,000 MQTT messages a second, of a bare client’s',
  better: 'less',
  aim: atMost(4, 'x'),
  measure: (_server, run) =>
    withHome(run, ENTITIES, async ({ broker, home }) => {
      const job = { broker, entities: ENTITIES, rate: 1000, seconds: 2 * run.options.seconds };
      const rounds = [];
      for (let round = 0; round < run.options.rounds; round += 1) {
        const bare = await runJob('mqttMessages', job);
        const house = await runJob('mqttMessages', { ...job, server: home });
        rounds.push({ bare, house, times: house.p99 / bare.p99 });
      }
      const [best] = rounds.sort((a, b) => a.times - b.times);
      return {
        value: best.times,
        note: `p50 ${ms(best.house.p50)} p99 ${ms(best.house.p99)}; the bare client p50 ${ms(best.bare.p50)} p99 ${ms(best.bare.p99)}`,
      };
    }),
};

export const mqttFlood = {
  ...common,
  name: `p99 of other devices while one sends ${FLOOD.toLocaleString('en')} messages a second`,
  better: 'less',
  aim: atMost(4, 'x'),
  measure: (_server, run) => withHome(run, ENTITIES, (house) => flooded(run, house)),
};

export const mqttFloodInside = {
  ...common,
  name: `p99 of other devices while one sends ${FLOOD.toLocaleString('en')} messages a second to the broker inside the house`,
  better: 'less',
  aim: atMost(4, 'x'),
  needs: ({ start }) => (start === undefined ? 'needs a server this run can start' : undefined),
  measure: (_server, run) => withBrokerInside(run, ENTITIES, (house) => flooded(run, house)),
};

/** The additional delay of states at 200 messages per second while one device floods the broker. */
async function flooded(run, { broker, home }) {
  const job = { broker, server: home, entities: ENTITIES, rate: 200, seconds: 2 * run.options.seconds };
  const rounds = [];
  for (let round = 0; round < run.options.rounds; round += 1) {
    const quiet = await runJob('mqttMessages', job);
    const loud = await runJob('mqttMessages', { ...job, flood: FLOOD });
    rounds.push({ quiet, loud, times: loud.p99 / quiet.p99 });
  }
  const [best] = rounds.sort((a, b) => a.times - b.times);
  return {
    value: best.times,
    errors: best.loud.lost,
    note: `200 messages/s: p99 ${ms(best.quiet.p99)} quiet, ${ms(best.loud.p99)} in the flood`,
  };
}

export const mqttCold = {
  ...common,
  name: `${MANY.toLocaleString('en')} retained configs from cold, a thousand of ${SOME.toLocaleString('en')}’s`,
  better: 'less',
  aim: atMost(1.5, 'x'),
  async measure(_server, run) {
    const [some, many] = [await cold(run, SOME), await cold(run, MANY)];
    const tell = ({ count, seconds, megabytes }) =>
      `${count.toLocaleString('en')} in ${seconds.toFixed(1)} s, ${((seconds * 1e6) / count).toFixed(0)} ms and ${((megabytes * 1000) / count).toFixed(1)} MB a thousand`;
    return {
      value: many.seconds / many.count / (some.seconds / some.count),
      note: `${tell(some)}; ${tell(many)}`,
    };
  },
};

/** How long a new server takes to discover everything that is retained, and the memory it needs. */
function cold(run, count) {
  return withMosquitto(run, async (broker) => {
    await runJob('mqttAnnounce', { broker, entities: count, retain: true, seconds: 120 });
    const empty = await started(join(run.folder, `cold ${count} empty`), {});
    await empty.home.stop();
    const full = await started(join(run.folder, `cold ${count}`), { HEARTH_MQTT_URL: broker }, count);
    await full.home.stop();
    return { count, seconds: full.seconds - empty.seconds, megabytes: full.megabytes - empty.megabytes };
  });
}

/** A server, the seconds from its start until everything was discovered, and its memory then. */
async function started(folder, env, count) {
  const began = performance.now();
  const home = await startHome(folder, env);
  try {
    if (count !== undefined) await untilDiscovered(home, count);
    const seconds = (performance.now() - began) / 1000;
    return { home, seconds, megabytes: residentMegabytes(home.pid) ?? 0 };
  } catch (error) {
    await home.stop();
    throw error;
  }
}

/** A server that has discovered the given number of sensors. */
function withHome(run, entities, work) {
  return withMosquitto(run, async (broker) => {
    await runJob('mqttAnnounce', { broker, entities, retain: true, seconds: 30 });
    const home = await startHome(join(run.folder, `mqtt ${performance.now()}`), { HEARTH_MQTT_URL: broker });
    try {
      await untilDiscovered(home, entities);
      return await work({ broker, home });
    } finally {
      await home.stop();
    }
  });
}

/** The same for a server with its own broker. */
async function withBrokerInside(run, entities, work) {
  const port = await freePort();
  const env = {
    HEARTH_MQTT_BROKER_ENABLED: 'true',
    HEARTH_MQTT_BROKER_PORT: String(port),
    HEARTH_MQTT_BROKER_ANONYMOUS: 'true',
  };
  const home = await startHome(join(run.folder, `mqtt inside ${port}`), env);
  try {
    const broker = `mqtt://127.0.0.1:${port}`;
    await runJob('mqttAnnounce', { broker, entities, retain: true, seconds: 30 });
    await untilDiscovered(home, entities);
    return await work({ broker, home });
  } finally {
    await home.stop();
  }
}

async function withMosquitto(run, work) {
  const port = await freePort();
  const folder = join(run.folder, `mosquitto ${port}`);
  await mkdir(folder);
  const file = join(folder, 'mosquitto.conf');
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0'];
  await writeFile(file, lines.join('\n'));
  const child = spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' });
  try {
    await untilOpen(port);
    return await work(`mqtt://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Polls the server until it knows the given number; a second without progress is only the end if all are
 * there.
 */
async function untilDiscovered({ url, token }, count) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  const answers = new Map();
  let isIn = () => {};
  const welcome = new Promise((resolve) => {
    isIn = resolve;
  });
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }));
    if (message.type === 'auth_ok') isIn();
    answers.get(message.id)?.(message.result);
  });
  await welcome;
  const end = performance.now() + LONGEST_WAIT;
  for (let id = 1; performance.now() < end; id += 1) {
    const status = await new Promise((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, type: 'hearth/mqtt/status' }));
    });
    if (status?.discovered > count) {
      socket.terminate();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not all of ${count} configs were taken in ${LONGEST_WAIT / 1000} s`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOpen(port) {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('Mosquitto does not listen');
}
