// `npm run test:zigbee2mqtt`: Zigbee2MQTT, unmodified from npm and installed outside the repository,
// announces every device it supports to the built server through the built-in broker. Each discovery message
// results in an entity or a known reason, and each template renders with a device's state. A table counts
// them by kind.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { ROOT } from './checks.js';
import { prove } from './clients/proof.js';
import { until, withServer } from './clients/server.js';

const VERSION = '2.14.1';
const LOGIN = { username: 'zigbee2mqtt', password: 'zigbee to mqtt' };
const SETTINGS =
  'mqtt:\n  max_discovered: 50000\n  broker:\n    enabled: true\n    port: 0\nlog:\n  level: info\n';
const UNDER_WAY = 500;
const cache = join(tmpdir(), `hearth-zigbee2mqtt-${VERSION}`);

await prove(
  {
    cache,
    packages: { zigbee2mqtt: VERSION },
    // Its install scripts would build serial port drivers, which are not needed here.
    flags: ['--ignore-scripts'],
  },
  async (report) => {
    const corpus = readCorpus();
    report(
      `Zigbee2MQTT ${VERSION} announces ${corpus.states.length} of ${corpus.devices} devices with ${corpus.messages.length} messages`,
      corpus.refused === 0 ? undefined : `${corpus.refused} devices failed`,
    );
    await withServer(cache, SETTINGS, (server) => announceAll(server, corpus, report), { flags: [] });
  },
);

async function announceAll(server, corpus, report) {
  const ask = await connectHouse(server);
  addUser(server.dataDir);
  const broker = await ask({ type: 'hearth/mqtt/broker' });
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { ...LOGIN, protocolVersion: 4 });
  const there = corpus.states.map(({ topic }) => ({
    topic: `${topic}/availability`,
    payload: '{"state":"online"}',
    retain: true,
  }));
  there.push({ topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}', retain: true });
  await publish(client, there);
  const begun = Date.now();
  await publish(client, corpus.messages);
  const entities = await settled(
    () => ask({ type: 'config/entity_registry/list' }),
    ({ length }) => length,
  );
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  await publish(client, corpus.states);
  const states = await settled(
    () => ask({ type: 'get_states' }),
    (all) => all.filter(({ state }) => state !== 'unknown').length,
  );
  await client.endAsync();
  judge({ corpus, entities, states, log: server.output(), seconds, report });
}

function judge({ corpus, entities, states, log, seconds, report }) {
  const byUniqueId = new Map(
    entities.map((entry) => [`${entry.entity_id.split('.')[0]} ${entry.unique_id}`, entry]),
  );
  const stateOf = new Map(states.map(({ entity_id, state }) => [entity_id, state]));
  const reasons = new Map(
    [
      ...log.matchAll(/Discovery on (.+?) refused: (.*)/g),
      ...log.matchAll(/Discovery topic (.+?) has (another form): ignored/g),
    ].map(([, topic, reason]) => [topic, reason]),
  );
  const rows = new Map();
  const silent = [];
  for (const { topic, payload } of corpus.messages) {
    const component = topic.split('/')[1];
    const row = rows.get(component) ?? { messages: 0, entities: 0, disabled: 0, refused: 0, known: 0 };
    rows.set(component, row);
    row.messages += 1;
    const entry = byUniqueId.get(`${component} ${JSON.parse(payload).unique_id}`);
    if (entry === undefined) {
      if (reasons.has(topic)) row.refused += 1;
      else silent.push(topic);
      continue;
    }
    row.entities += 1;
    if (entry.disabled_by !== null) row.disabled += 1;
    else if (!['unknown', 'unavailable', undefined].includes(stateOf.get(entry.entity_id))) row.known += 1;
  }
  console.table(Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1))));
  tellReasons('announcements refused', reasons.values());
  const ignored = [...log.matchAll(/message on .+ ignored: (.*)/g)].map(([, reason]) => reason);
  tellReasons('values refused', ignored);
  console.log(`taken up in ${seconds} s`);
  report(
    'each announcement gives an entity or a named reason',
    silent.length === 0 ? undefined : `${silent.length} do not, such as ${silent.slice(0, 3)}`,
  );
  const broken = log
    .split('\n')
    .filter((line) => /template failed|TemplateError|Expected a template/.test(line));
  report(
    'each template parses, and renders what its device says',
    broken.length === 0 ? undefined : `${broken.length} lines of the log:\n${broken.slice(0, 20).join('\n')}`,
  );
}

function tellReasons(what, reasons) {
  const counts = new Map();
  for (const reason of reasons) {
    const kind = reason.replace(/\. Got .*/, '').slice(0, 120);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [reason, count] of counts) console.log(`${count} ${what}: ${reason}`);
}

/** Publishes all messages, with a limited number in flight, each confirmed. */
async function publish(client, messages) {
  const left = messages.values();
  const work = async () => {
    for (const { topic, payload, retain = false } of left) {
      // One Zigbee2MQTT model has a plus in its topic, which no broker accepts.
      if (!/[+#]/.test(topic)) await client.publishAsync(topic, payload, { qos: 1, retain });
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, work));
}

/** Polls until the response no longer changes. */
async function settled(look, measure) {
  let last = -1;
  let answer;
  for (let same = 0; same < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await look();
    same = measure(answer) === last ? same + 1 : 0;
    last = measure(answer);
  }
  return answer;
}

async function connectHouse({ url, token }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  const waiting = new Map();
  let id = 0;
  let isIn = false;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }));
    if (message.type === 'auth_ok') isIn = true;
    waiting.get(message.id)?.(message);
  });
  await until('the server lets us in', () => isIn);
  return async (command) => {
    id += 1;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, ...command }));
    const { success, result, error } = await answer;
    if (!success) throw new Error(`${command.type}: ${error.message}`);
    return result;
  };
}

function addUser(dataDir) {
  const args = [join(ROOT, 'bin', 'hearth'), 'mqtt', 'user', 'create', LOGIN.username, '--data-dir', dataDir];
  const made = spawnSync(process.execPath, args, { input: `${LOGIN.password}\n`, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`no MQTT user: ${made.stderr}`);
}

function readCorpus() {
  const file = join(cache, 'corpus.json');
  const made = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'zigbee2mqtt', 'announce.js'), cache, file],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (made.status !== 0) throw new Error(`Zigbee2MQTT: ${made.stderr.slice(-2000)}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
