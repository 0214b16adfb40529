// How long attacks on the render time block the event loop: node bench/template-attacks.js [--dist <folder>]
// [--every <n>] [--json]
// Each probe is rendered with a deadline of 50 ms. Reports the slowest probes, in milliseconds of CPU time,
// and the longest time between two deadline checks. A probe that has not ended after 4 s is stopped and
// counted.
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { probes, probeVariables } from './template-probes.js';

const option = (name, standard) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? standard : process.argv[at + 1];
};
const GIVE_UP = 4000;

async function load(dist) {
  const from = (path) => import(new URL(path, `${pathToFileURL(dist)}/`).href);
  const [{ compile }, { homeLanguage }, { METHODS }] = await Promise.all([
    from('jinja/template.js'),
    from('templates/language.js'),
    from('jinja/members.js'),
  ]);
  return { compile, environment: homeLanguage(), methods: METHODS };
}

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** In the worker: renders the probes from an index on, and reports each. */
async function work({ dist, from, every }) {
  const { compile, environment, methods } = await load(dist);
  const variables = probeVariables();
  let at = -1;
  for (const { label, source } of probes(environment, methods)) {
    at += 1;
    if (at < from || at % every !== 0) continue;
    parentPort.postMessage({ at, label });
    const begun = now();
    let [last, gap, looks] = [begun, 0, 0];
    const look = () => {
      const time = now();
      gap = Math.max(gap, time - last);
      last = time;
      looks += 1;
      return time - begun > 50;
    };
    let error = '';
    try {
      compile(source, environment, look).render(variables, { expired: look });
    } catch (failure) {
      error = failure.message.slice(0, 80);
    }
    const end = now();
    parentPort.postMessage({ at, label, error, looks, took: end - begun, gap: Math.max(gap, end - last) });
  }
  parentPort.postMessage({ done: true });
}

/** Runs a worker until it is done or a probe takes too long; returns the index to continue from. */
function round({ dist, from, every }, into) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { dist, from, every } });
    let current;
    let timer;
    const finish = (next) => {
      clearTimeout(timer);
      worker.terminate().then(() => resolve(next), reject);
    };
    worker.on('error', reject);
    worker.on('message', (message) => {
      clearTimeout(timer);
      if (message.done) {
        finish(-1);
        return;
      }
      current = message;
      if (message.took !== undefined) into.push(message);
      timer = setTimeout(() => {
        into.push({ at: current.at, label: current.label, stopped: true });
        finish(current.at + 1);
      }, GIVE_UP);
    });
  });
}

async function main() {
  const dist = option('--dist', new URL('../dist', import.meta.url).pathname);
  const every = Number(option('--every', '1'));
  const results = [];
  const begun = performance.now();
  for (let from = 0; from >= 0; ) from = await round({ dist, from, every }, results);
  const stopped = results.filter(({ stopped }) => stopped);
  const ended = results.filter(({ stopped }) => !stopped);
  const share = (key, limit) => ended.filter((result) => result[key] > limit).length;
  const worst = (key) => [...ended].sort((a, b) => b[key] - a[key]).slice(0, 25);
  const summary = {
    probes: results.length,
    notEnded: stopped.length,
    over: Object.fromEntries([60, 100, 200, 1000].map((limit) => [limit, share('took', limit)])),
    gapOver: Object.fromEntries([5, 10, 20, 50].map((limit) => [limit, share('gap', limit)])),
    seconds: Math.round((performance.now() - begun) / 1000),
  };
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ summary, stopped, worst: worst('gap') }));
    return;
  }
  console.log(summary);
  for (const { label } of stopped) console.log('did not end:', label);
  const shown = ({ took, gap, looks, label, error }) =>
    `${took.toFixed(1).padStart(8)} ms, ${gap.toFixed(1).padStart(6)} ms unseen, ${String(looks).padStart(4)} looks  ${label}  ${error}`;
  console.log('longest between looks:');
  for (const result of worst('gap')) console.log(shown(result));
  console.log('longest:');
  for (const result of worst('took').slice(0, 10)) console.log(shown(result));
}

if (workerData === null) await main();
else await work(workerData);
