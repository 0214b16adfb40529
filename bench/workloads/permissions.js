// The cost of permissions: a token limited to 50 of 10,000 entities compared with an unlimited one, and a
// storm of logins during deliveries.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { cpuSeconds, percentile } from '../measure.js';
import { openCommands } from './commands.js';
import { findLight, lightCommands, lightRequests, sensorWrite } from './entities.js';

const STATES = 10_000;
const REACH = 50;
const WRITERS = 8;
const ONLY_HEARTH = 'limits of tokens and logins are this server’s own';

const needs = (server) => (server.name === 'hearth' ? undefined : ONLY_HEARTH);

/** The server with a token for a light, the eight sensors of the fan-out and 41 of 10,000 others. */
async function limited(server, run) {
  const light = await findLight(server, run.options.light);
  const fan = Array.from({ length: WRITERS }, (_, index) => `sensor.bench_fan_00${index}`);
  const others = Array.from({ length: REACH - WRITERS - 1 }, (_, index) => `sensor.bench_${index}`);
  const rules = [{ effect: 'allow', actions: ['control'], entities: [light, ...fan, ...others] }];
  const { token } = await ask(server, {
    type: 'hearth/token/create',
    name: `bench ${Date.now()} ${Math.random()}`,
    policy: { rules },
  });
  return { light, caller: { url: server.url, token } };
}

async function ask(server, command) {
  const commands = await openCommands(server);
  try {
    return await commands.ask(command);
  } finally {
    commands.close();
  }
}

function prepare(server, run) {
  return run.writeAll(
    server,
    Array.from({ length: STATES }, (_, index) => sensorWrite(index, 20 + (index % 100) / 10)),
  );
}

/** A row whose value is a limited caller's rate relative to an unlimited caller's just before. */
function shareOfUnlimited(name, rateOf) {
  return {
    name,
    unit: 'x',
    better: 'more',
    sides: 'server',
    aim: atLeast(0.9, 'x'),
    needs,
    prepare,
    async measure(server, run) {
      const { light, caller } = await limited(server, run);
      const whole = await rateOf(server, { caller: server, light, run });
      const part = await rateOf(server, { caller, light, run });
      const note = `${Math.round(part.rate)} of ${Math.round(whole.rate)} /s`;
      return { value: part.rate / whole.rate, errors: whole.errors + part.errors, note };
    },
  };
}

const TOGGLED = fileURLToPath(new URL('../toggled-hub.js', import.meta.url));
const SLICES = 8;

/**
 * The cost of permission checks for calls over REST by an unlimited caller: CPU time per call without them,
 * as a share of that with them. One process alternates between both, since two processes would differ by more
 * than the checks.
 */
export const accessCheck = {
  name: 'calls without a check of the caller, beside those with it',
  unit: 'x',
  better: 'more',
  sides: 'server',
  once: true,
  aim: atLeast(0.95, 'x'),
  needs,
  async measure(_server, run) {
    const hub = fork(TOGGLED, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    try {
      const server = await heardFrom(hub);
      const load = await callsOn(server, run);
      await load();
      const costs = { checked: [], unchecked: [] };
      for (let slice = 0; slice < 2 * SLICES; slice++) {
        const checked = slice % 4 === 0 || slice % 4 === 3; // in the order ABBA, so that drift affects both
        hub.send({ checked });
        await heardFrom(hub);
        const began = cpuSeconds(hub.pid);
        const { count } = await load();
        costs[checked ? 'checked' : 'unchecked'].push(((cpuSeconds(hub.pid) - began) / count) * 1e6);
      }
      const [withIt, without] = [costs.checked, costs.unchecked].map((each) => percentile(each, 0.25));
      return {
        value: without / withIt,
        note: `${without.toFixed(1)} and ${withIt.toFixed(1)} µs of processor a call`,
      };
    } finally {
      hub.disconnect();
    }
  },
};

function heardFrom(hub) {
  return new Promise((resolve, reject) => {
    const fail = (code) => reject(new Error(`the hub ended with code ${code}`));
    hub.once('exit', fail);
    hub.once('message', (message) => {
      hub.off('exit', fail);
      resolve(message);
    });
  });
}

/** A second of calls to a server's light. */
async function callsOn(server, run) {
  const light = await findLight(server, undefined);
  const requests = lightRequests(light);
  return () => run.httpLoad({ server, requests, connections: 32, seconds: 1 });
}

export const limitedCalls = shareOfUnlimited(
  'calls by a caller of 50 entities in 10,000',
  (_server, { caller, light, run }) => {
    const commands = lightCommands(light);
    const { seconds } = run.options;
    return runJob('websocketCalls', { server: caller, commands, sockets: 8, inFlight: 8, seconds });
  },
);

export const limitedFanOut = shareOfUnlimited(
  'state_changed to 100 callers of 50 entities in 10,000',
  (server, { caller, run }) => {
    const { seconds } = run.options;
    return runJob('fanOut', {
      server,
      listener: caller,
      pid: server.pid,
      subscribers: 100,
      writers: WRITERS,
      seconds,
    });
  },
);

/** The p99 of a delivery while a hundred logins are queued, as a multiple of the same without them. */
export const deliveryInLoginStorm = {
  name: 'delivery while 100 log in',
  unit: 'x',
  better: 'less',
  sides: 'server',
  aim: atMost(2, 'x'),
  needs,
  async measure(server, run) {
    const seconds = Math.max(run.options.seconds, 3);
    const paced = { server, pid: server.pid, subscribers: 50, writers: WRITERS, rate: 50, seconds };
    const before = await runJob('fanOut', paced);
    const storming = runJob('loginStorm', { server, inFlight: 100, seconds: seconds + 1 });
    const [during, storm] = await Promise.all([runJob('fanOut', paced), storming]);
    const note = `${before.p99.toFixed(1)} → ${during.p99.toFixed(1)} ms, ${storm.judged} judged, ${storm.turnedAway} sent away`;
    return {
      value: during.p99 / before.p99,
      errors: before.errors + during.errors + storm.errors,
      note,
    };
  },
};
