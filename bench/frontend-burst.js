// `node bench/frontend-burst.js NAME=URL,TOKEN,PID…`: what the official frontend asks for its home page until it paints,
// of each server in turn, in a home with 2,000 entities. Prints the median processor time of the server and the time until
// the last answer, both in milliseconds. The processes are of this machine; the states are set over REST first.
import { readdirSync, readFileSync } from 'node:fs';
import { WebSocket } from 'ws';

const ENTITIES = 2000;
const ROUNDS = 15;

const events = ['entity_registry', 'device_registry', 'area_registry', 'floor_registry', 'core_config'];
const subscribed = [...events.map((name) => `${name}_updated`), 'component_loaded', 'panels_updated'].concat(
  ...[['themes_updated', 'service_registered', 'service_removed', 'repairs_issue_registry_updated']],
);
const userData = (key) => ({ type: 'frontend/subscribe_user_data', key });
const translations = (category) => ({ type: 'frontend/get_translations', language: 'en', category });

/** In the order in which they are sent [api-surface facts §4.3]. */
const QUESTIONS = [
  { type: 'subscribe_entities' },
  ...subscribed.map((event_type) => ({ type: 'subscribe_events', event_type })),
  { type: 'config/entity_registry/list_for_display' },
  ...['device', 'area', 'floor'].map((kind) => ({ type: `config/${kind}_registry/list` })),
  ...['get_config', 'get_services', 'get_panels', 'frontend/get_themes', 'auth/current_user'].map((type) => ({
    type,
  })),
  ...['core', 'language', 'theme', 'sidebar'].map(userData),
  ...[
    'repairs/list_issues',
    'recorder/info',
    'lovelace/resources',
    'lovelace/info',
    'brands/access_token',
  ].map((type) => ({ type })),
  ...['core', 'security', 'home'].map((key) => ({ type: 'frontend/subscribe_system_data', key })),
  ...['entity_component', 'entity'].map(translations),
  { type: 'frontend/get_icons', category: 'entity_component' },
  { type: 'persistent_notification/subscribe' },
  { type: 'usage_prediction/common_control' },
];

const servers = process.argv.slice(2).map((text) => {
  const [name, rest] = text.split('=', 2);
  const [url, token, pid] = rest.split(',');
  return { name, url, token, pid, cpu: [], waited: [], bytes: 0 };
});

for (const server of servers) await fill(server);
for (let round = 0; round < ROUNDS; round += 1)
  for (const server of servers) {
    const before = cpuOf(server.pid);
    const { waited, bytes } = await burst(server);
    server.cpu.push(cpuOf(server.pid) - before);
    server.waited.push(waited);
    server.bytes = bytes;
  }
for (const { name, cpu, waited, bytes } of servers)
  console.log(
    `${name}: ${median(cpu).toFixed(1)} ms of the processor, ${median(waited)} ms, ${Math.round(bytes / 1000)} kB`,
  );

async function fill({ url, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let i = 0; i < ENTITIES; i += 1) {
    const attributes = {
      friendly_name: `Sensor ${i}`,
      unit_of_measurement: '°C',
      device_class: 'temperature',
    };
    const body = JSON.stringify({ state: String(i / 10), attributes });
    await (await fetch(`${url}/api/states/sensor.bench_${i}`, { method: 'POST', headers, body })).text();
  }
}

/** Connects, asks everything at once, and waits for all answers and the states. */
function burst({ url, token }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`, { maxPayload: 1e9 });
    const open = new Set();
    let [hasStates, bytes, startedAt] = [false, 0, 0];
    socket.on('error', reject);
    socket.on('message', (data) => {
      bytes += data.length;
      for (const message of [JSON.parse(String(data))].flat()) {
        if (message.type === 'auth_required')
          socket.send(JSON.stringify({ type: 'auth', access_token: token }));
        else if (message.type === 'auth_ok') {
          startedAt = performance.now();
          socket.send(
            JSON.stringify({ id: 1, type: 'supported_features', features: { coalesce_messages: 1 } }),
          );
          const asked = QUESTIONS.map((question, i) => ({ id: i + 2, ...question }));
          for (const { id } of asked) open.add(id);
          socket.send(JSON.stringify(asked));
        } else if (message.type === 'result') {
          open.delete(message.id);
          if (!message.success) console.error(QUESTIONS[message.id - 2]?.type, message.error.message);
        } else if (message.event?.a !== undefined) hasStates = true;
      }
      if (startedAt === 0 || open.size > 0 || !hasStates) return;
      socket.close();
      socket.on('close', () => resolve({ waited: Math.round(performance.now() - startedAt), bytes }));
    });
  });
}

/** The processor time of all threads of a process so far, in milliseconds. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(
    (id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0],
  );
  return nanoseconds.reduce((sum, one) => sum + Number(one), 0) / 1e6;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
