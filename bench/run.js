// npm run bench: measured workloads against a server with the Home Assistant API, compared with a minimal
// reference.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runJob } from './load/run-job.js';
import { hasWrk, wrkLoad } from './load/wrk.js';
import { residentMegabytes } from './measure.js';
import { parseOptions, USAGE } from './options.js';
import { attach, startHearth, startReference } from './servers.js';
import { table } from './table.js';
import { getJson } from './workloads/entities.js';
import { workloads } from './workloads/index.js';

const say = (text) => process.stderr.write(`${text}\n`);
const undo = []; // stops the servers and removes the folder, run in reverse

/** Measures one row: both sides alternate, and the best round of each counts. */
async function measureRow(workload, { server, reference }, run) {
  const row = { name: workload.name, unit: workload.unit, aim: workload.aim?.text };
  const skipped = workload.needs?.(server);
  if (skipped !== undefined) return { ...row, skipped };
  const sides = workload.sides === 'both' ? { reference, server } : { server };
  const rounds = { reference: [], server: [] };
  try {
    for (const target of Object.values(sides)) await workload.prepare?.(target, run);
    for (let round = 0; round < (workload.once ? 1 : run.options.rounds); round++) {
      for (const [side, target] of Object.entries(sides)) {
        const figures = await workload.measure(target, run);
        rounds[side].push({ ...figures, memory: residentMegabytes(target.pid) });
      }
    }
  } catch (error) {
    return { ...row, failed: `FAILED: ${error.message}` };
  }
  const best = { reference: bestOf(rounds.reference, workload), server: bestOf(rounds.server, workload) };
  return {
    ...row,
    ...best,
    ratio: ratio(best, workload),
    met: workload.aim?.met(best.server, best.reference),
    rounds,
  };
}

function bestOf(rounds, { better }) {
  return [...rounds].sort((a, b) => (better === 'more' ? b.value - a.value : a.value - b.value))[0];
}

/** The server's figure relative to the reference; above 1 is better, whatever the unit. */
function ratio({ reference, server }, { better }) {
  if (reference === undefined) return undefined;
  return better === 'more' ? server.value / reference.value : reference.value / server.value;
}

async function startServers(options, folder) {
  const started = async (starting) => {
    const target = await starting;
    undo.push(() => target.stop());
    return target;
  };
  const folders = { dataDir: join(folder, 'data'), spareDataDir: join(folder, 'spare') };
  const reference = await started(startReference());
  const server = await started(options.url === undefined ? startHearth(folders) : attach(options));
  return { reference, server };
}

/** The HTTP load of this run: wrk if installed, otherwise the built-in one; the same for both sides. */
function prepareRun(options, folder) {
  const wrk = !options.ownLoad && hasWrk();
  const load = wrk ? (job) => wrkLoad({ ...job, folder }) : (job) => runJob('httpLoad', job);
  return {
    options,
    folder,
    loadFrom: wrk ? 'wrk' : 'own generator',
    /** Calls a function at the end of the run. */
    atEnd: (stop) => undo.push(stop),
    httpLoad: load,
    async writeAll(server, requests) {
      const result = await runJob('httpLoad', { server, requests, connections: 16, once: true });
      if (result.errors > 0) throw new Error(`${result.errors} of ${requests.length} writes were refused`);
      return result;
    },
  };
}

async function bench(options) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const servers = await startServers(options, folder);
  const run = prepareRun(options, folder);
  const config = await getJson(servers.server, '/api/config');
  const facts = {
    date: new Date().toISOString(),
    server: { url: servers.server.url, hearth_version: config.hearth_version, version: config.version },
    machine: { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length },
    load: run.loadFrom,
    rounds: options.rounds,
    seconds: options.seconds,
    quick: options.quick,
  };
  const rows = [];
  for (const workload of workloads.filter(({ name }) => options.only.test(name))) {
    say(`measuring: ${workload.name}`);
    rows.push(await measureRow(workload, servers, run));
  }
  return { ...facts, rows };
}

async function report(results, options) {
  const stamp = results.date.slice(0, 19).replaceAll(':', '');
  const file = options.json ?? fileURLToPath(new URL(`./results/${stamp}.json`, import.meta.url));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  const { machine, server, load } = results;
  process.stdout.write(
    `${server.url} (${server.hearth_version ?? server.version}), Node ${machine.node}, ${machine.cores} cores, REST load from ${load}\n\n${table(results.rows)}\n\n`,
  );
  say(`figures in ${file}`);
}

async function cleanUp() {
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) {
    try {
      await last();
    } catch (error) {
      say(`while cleaning up: ${error.message}`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => cleanUp().finally(() => process.exit(130)));
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(`${USAGE}\n`);
  else if (options.list) process.stdout.write(`${workloads.map(({ name }) => name).join('\n')}\n`);
  else {
    const results = await bench(options);
    await report(results, options);
    if (results.rows.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
  }
} catch (error) {
  say(`bench: ${error.message}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
