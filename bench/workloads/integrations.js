// Integrations in processes: the way of a report, its cost for the server, and what idle ones take.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { ownMegabytes, processTree } from '../measure.js';
import { startHome } from '../servers.js';
import { changingWrites, sensorWrite } from './entities.js';

const REPORTER = join(import.meta.dirname, '..', 'integrations', 'reporter');
const ENTITIES = 100;
const IDLE = 10;
/** Reports a second, of which the server reads at most 2,000. */
const FLOOD = 10_000;
/** Makes the reporter busy for ever. */
const SPINS = -1;
/** Until what its start left in memory is gone. */
const SETTLE = 10_000;

const needs = ({ start }) => (start === undefined ? 'needs a server this run can start' : undefined);
const common = { sides: 'server', once: true, better: 'less', needs };

export const reportLatency = {
  ...common,
  name: 'p99 of 1,000 reports a second of an integration until a subscriber has them',
  unit: 'ms',
  aim: atMost(2, 'ms'),
  measure: (_server, run) =>
    withReporter(run, async (server) => {
      const job = { server, entities: ENTITIES, rate: 1000, batch: 1, seconds: 2 * run.options.seconds };
      const { p50, p99, lost } = await runJob('integrationReports', job);
      return { value: p99, p50, p99, errors: lost, note: 'with the way from the device to the integration' };
    }),
};

/** The time of the main thread for a report, of which `batch` come in one message. */
export const reportCost = (batch) => ({
  ...common,
  name:
    batch === 1
      ? 'main thread per report of an integration, each alone'
      : `main thread per report of an integration, ${batch} in a message`,
  unit: 'µs',
  aim: atMost(batch === 1 ? 60 : 15, 'µs'),
  measure: (_server, run) =>
    withReporter(run, async (server) => {
      const rate = batch === 1 ? 1000 : 1800;
      const job = { server, entities: ENTITIES, rate, batch, seconds: 2 * run.options.seconds };
      const { each, lost } = await runJob('integrationReports', job);
      return { value: each, errors: lost, note: 'once its code is compiled; with one subscriber' };
    }),
});

/** How much longer the slowest reads take while an integration misbehaves. */
export const readsBeside = (what) => ({
  ...common,
  name: `p99 of GET /api/states/<id> beside an integration that ${what}`,
  unit: '×',
  aim: atMost(1.2, '×'),
  measure: (_server, run) =>
    withReporter(run, async (server) => {
      const seconds = 2 * run.options.seconds;
      const writes = [sensorWrite('read', 21.5), ...changingWrites('beside', 100)];
      const job = { server, path: '/api/states/sensor.bench_read', writes, seconds, atLeast: 2000 };
      const read = () => runJob('httpReads', job);
      await read();
      const usual = await read();
      const flood = { server, entities: ENTITIES, rate: FLOOD, batch: 10, seconds: seconds + 5 };
      const ended =
        what === 'floods'
          ? runJob('integrationReports', flood)
          : add(server, 'reporter', { port: SPINS, entities: 1 });
      // One that spins is ended after ten seconds.
      await sleep(what === 'floods' ? SETTLE : 2000);
      const beside = await read();
      await ended;
      const note = `${usual.p99.toFixed(2)} ms and ${beside.p99.toFixed(2)} ms`;
      return { value: beside.p99 / usual.p99, errors: usual.errors + beside.errors, note };
    }),
});

export const idleIntegrations = {
  ...common,
  name: `${IDLE} idle integrations`,
  unit: 'MB',
  aim: atMost(120, 'MB'),
  measure: (_server, run) =>
    withReporter(
      run,
      async ({ url, token, pid }) => {
        for (let i = 0; i < IDLE; i += 1) await add({ url, token }, `reporter${i}`);
        await sleep(SETTLE);
        const own = processTree(pid).filter(isIntegration).map(ownMegabytes);
        if (own.length !== IDLE) throw new Error(`${own.length} of ${IDLE} integrations run`);
        return { value: own.reduce((sum, one) => sum + one, 0), note: 'proportional set size' };
      },
      Array.from({ length: IDLE }, (_, i) => `reporter${i}`),
    ),
};

function isIntegration(pid) {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && /^hearth: reporter|runner\.js/.test(readFileSync(file, 'utf8'));
}

/** A home with the reporter, also under other names. */
async function withReporter(run, work, domains = ['reporter']) {
  const folder = join(run.folder, `integrations ${performance.now()}`);
  for (const domain of domains) {
    const target = join(folder, 'integrations', domain);
    mkdirSync(target, { recursive: true });
    cpSync(REPORTER, target, { recursive: true });
    const manifest = { domain, name: 'Reporter', version: '1.0.0', api: 1 };
    writeFileSync(join(target, 'manifest.json'), JSON.stringify(manifest));
  }
  const home = await startHome(folder, {});
  try {
    return await work(home);
  } finally {
    await home.stop();
  }
}

async function add({ url, token }, handler, values = { port: 0, entities: 1 }) {
  const post = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const address = `${url}/api/config/config_entries/flow${path}`;
    return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { flow_id: id } = await post('', { handler });
  await post(`/${id}`, values);
}
