// node bench/cpu-each.js: the CPU time of a request over REST, all threads, compared with the reference and, with
// `--against FOLDER`, with the build of another checkout. Rounds alternate between the servers, so that other load on the
// machine disturbs all of them alike. A figure is the CPU time of all rounds and of what the server does after them,
// less what it takes when idle, divided by the number of requests: history, causes and garbage collection count.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runJob } from './load/run-job.js';
import { cpuNanoseconds } from './measure.js';
import { startHearth, startReference } from './servers.js';
import { changingWrites, findLight, lightRequests, sensorWrite } from './workloads/entities.js';

const CONNECTIONS = 32;
const WARM_UP = 4;
/** The demo home computes its past after the first start: below this share of a processor it is idle. */
const IDLE_SHARE = 0.03;
const IDLE_LIMIT = 120;
const SETTLING = 3000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '3000' },
    kinds: { type: 'string', default: 'call,write,read' },
    against: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);

const REQUESTS = {
  call: async (server) => lightRequests(await findLight(server)),
  write: async () => changingWrites('write', 1000),
  read: async (server) => {
    await send(server, [sensorWrite('read', 21.5)]);
    return [{ method: 'GET', path: '/api/states/sensor.bench_read' }];
  },
};

async function send(server, list) {
  const job = { server, requests: list, connections: CONNECTIONS, once: true };
  const { errors } = await runJob('httpLoad', job);
  if (errors > 0) throw new Error(`${errors} of ${list.length} requests to ${server.name} were refused`);
}

/** The CPU time of the last second, as a share of one processor. */
async function shareOf(server, seconds = 1) {
  const before = cpuNanoseconds(server.pid);
  await sleep(seconds * 1000);
  return (cpuNanoseconds(server.pid) - before) / seconds / 1e9;
}

async function untilIdle(server) {
  for (let second = 0; second < IDLE_LIMIT; second += 1) if ((await shareOf(server)) < IDLE_SHARE) return;
  throw new Error(`${server.name} is busy without requests`);
}

/** Microseconds of CPU time of each request, by server. */
async function measure(kind, servers) {
  const lists = new Map();
  for (const server of servers) {
    const some = await REQUESTS[kind](server);
    lists.set(
      server,
      Array.from({ length: requests }, (_, index) => some[index % some.length]),
    );
  }
  for (let round = 0; round < WARM_UP; round += 1)
    for (const server of servers) await send(server, lists.get(server));
  for (const server of servers) await untilIdle(server);
  const idle = await Promise.all(servers.map((server) => shareOf(server, 3)));
  const began = performance.now();
  const before = servers.map(({ pid }) => cpuNanoseconds(pid));
  for (let round = 0; round < rounds; round += 1)
    for (const server of round % 2 === 0 ? servers : [...servers].reverse())
      await send(server, lists.get(server));
  await sleep(SETTLING);
  const took = performance.now() - began;
  return servers.map(({ pid }, index) => {
    const used = (cpuNanoseconds(pid) - before[index]) / 1000;
    return (used - idle[index] * took * 1000) / (rounds * requests);
  });
}

const folder = await mkdtemp(join(tmpdir(), 'hearth-cpu-'));
const servers = [];
try {
  servers.push(await startReference());
  const roots = values.against === undefined ? [undefined] : [resolve(values.against), undefined];
  for (const [index, root] of roots.entries()) {
    const server = await startHearth({ dataDir: join(folder, String(index)), root });
    server.name = root ?? 'this build';
    servers.push(server);
  }
  for (const server of servers) await untilIdle(server);
  for (const kind of values.kinds.split(',')) {
    const figures = await measure(kind, servers);
    for (const [index, { name }] of servers.entries()) {
      const ratio = (figures[index] / figures[0]).toFixed(2);
      process.stdout.write(
        `${kind.padEnd(6)} ${figures[index].toFixed(1).padStart(6)} µs  ${ratio}  ${name}\n`,
      );
    }
  }
} finally {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
