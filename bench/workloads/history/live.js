// What recording costs while the home is busy.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost } from '../../aims.js';
import { withStatistics } from '../../history/kept-year.js';
import { runJob } from '../../load/run-job.js';
import { addEntities, isoTime, servedYear } from './kept-home.js';

const PROCESS = fileURLToPath(new URL('../../history/recording-process.js', import.meta.url));
const FLAGS = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
];
const DAY = 86_400_000;
const RATE = 2000;
const own = { better: 'less', sides: 'server', once: true };
const needs = (server) => (server.start === undefined ? 'needs a server this run can start' : undefined);

/** Runs recording-process.js and returns what it prints. */
function recording(options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...FLAGS, PROCESS, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${PROCESS} ended with code ${code}`));
    });
  });
}

const mainThread = {
  ...own,
  name: 'history: main thread for each change',
  unit: 'µs',
  aim: atMost(2, 'µs'),
  async measure(_server, { folder }) {
    const { microseconds, without } = await recording({ folder: join(folder, 'history cost'), mode: 'cost' });
    return { value: microseconds, note: `in addition to ${without.toFixed(2)} µs for the change itself` };
  },
};

const memory = {
  ...own,
  name: 'history: memory at 10,000 changes a second',
  unit: 'MB',
  aim: { text: '<= 40 MB, back after a minute', met: ({ value, after }) => value <= 40 && after <= 10 },
  async measure(_server, { folder, options }) {
    const seconds = options.quick ? 20 : 60;
    const job = { folder: join(folder, 'history rate'), mode: 'rate', rate: 10_000, seconds };
    const { changes, lost, grown, after } = await recording(job);
    const note = `${changes.toLocaleString('en')} changes in ${seconds} s, ${lost} lost; ${after.toFixed(0)} MB a minute later`;
    return { value: grown, after, errors: lost, note };
  },
};

/** Delivery at 2,000 changes a second to 50 subscribers: p99 while `meanwhile` runs, as a multiple of that without history. */
const delivery = (name, limit, meanwhile) => ({
  ...own,
  name: `history: delivery at ${RATE.toLocaleString('en')} changes a second ${name}`,
  unit: 'x',
  aim: limit,
  needs,
  async measure(_server, run) {
    const { server, year } = await servedYear(run);
    const seconds = run.options.quick ? 5 : 15;
    const paced = { server, pid: server.pid, subscribers: 50, writers: 32, rate: RATE, seconds };
    const best = { off: undefined, on: undefined };
    for (let round = 0; round < run.options.rounds; round += 1) {
      for (const side of ['off', 'on']) {
        const stop = await meanwhile[side](server, year, seconds);
        const figures = await runJob('fanOut', paced);
        await stop?.();
        if (best[side] === undefined || figures.p99 < best[side].p99) best[side] = figures;
      }
    }
    const [off, on] = [best.off, best.on].map(
      ({ p50, p99 }) => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
    );
    const { p99 } = best.on;
    return {
      value: p99 / best.off.p99,
      more: p99 - best.off.p99,
      errors: best.on.errors,
      note: `${off} without, ${on} with`,
    };
  },
});

const call = ({ url, token }, service) =>
  fetch(`${url}/api/services/recorder/${service}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
  });

const recorded = delivery('with history', atMost(1.2, 'x'), {
  off: async (server) => void (await call(server, 'disable')),
  on: async (server) => void (await call(server, 'enable')),
});

const whileRead = delivery(
  'while a year is read',
  { text: '<= 2 x or 5 ms more', met: ({ value, more }) => value <= 2 || more <= 5 },
  { off: async () => {}, on: async (server, year, seconds) => readRepeatedly(server, year, seconds) },
);

/** Reads fifty statistics of a year again and again for some seconds; the returned function waits for the end. */
function readRepeatedly(server, { end, days }, seconds) {
  const range = { start_time: isoTime(end - days * DAY), end_time: isoTime(end) };
  const fields = { ...range, period: 'hour', statistic_ids: withStatistics(), types: ['mean'] };
  const command = JSON.stringify({ type: 'recorder/statistics_during_period', ...fields });
  const until = Date.now() + seconds * 1000;
  const reading = runJob('historyReads', { server, reads: [{ command }], rounds: 1, until, seconds });
  return () => reading;
}

const start = {
  ...own,
  name: 'history: start with a year kept',
  unit: 'x',
  aim: atMost(1.1, 'x'),
  needs,
  async measure(_server, run) {
    const { server, year } = await servedYear(run);
    const { startHome } = await import('../../servers.js');
    const empty = await startHome(join(run.folder, 'no history'), {});
    const times = { empty: [], year: [] };
    try {
      // Entities are restored in both: only the history differs.
      await addEntities(empty, year.last);
      for (let round = 0; round < 7; round += 1) {
        await empty.restart();
        await server.restart();
        times.empty.push(empty.ms);
        times.year.push(server.ms);
      }
    } finally {
      await empty.stop();
    }
    const [without, kept] = [times.empty, times.year].map((list) => list.sort((a, b) => a - b)[3]);
    const samples = year.samples.toLocaleString('en');
    return {
      value: kept / without,
      note: `${Math.round(kept)} ms with ${samples} samples, ${Math.round(without)} ms with none`,
    };
  },
};

export const liveRows = [mainThread, memory, recorded, whileRead, start];
