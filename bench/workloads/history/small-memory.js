// The year served with as much memory as a small computer has.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runJob } from '../../load/run-job.js';
import { residentMegabytes } from '../../measure.js';
import { limitMemory, limitProblem } from '../../memory-limit.js';
import { servedYear } from './kept-home.js';
import { readsWithinLimits, readYear } from './reads.js';

const BYTES = 1_000_000_000;
const FILES = ['history.db', 'statistics.db', 'hearth.db'];

/** A hub in a cgroup of 1 GB, page cache included, reads the year and then delivers 2,000 changes a second. */
export const smallMemory = {
  name: 'history: with 1 GB of memory and a year kept',
  unit: 'MB',
  better: 'less',
  sides: 'server',
  once: true,
  aim: { text: 'runs and answers', met: ({ errors, kills }) => errors === 0 && kills === 0 },
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : limitProblem()),
  async measure(_server, run) {
    const { server: unlimited, year } = await servedYear(run);
    const { startHome } = await import('../../servers.js');
    const limit = limitMemory(BYTES);
    await unlimited.stop();
    for (const file of FILES) leaveCache(join(year.folder, file));
    let server;
    try {
      server = await startHome(year.folder, {}, { within: limit.within, token: unlimited.token });
      const reads = await readYear(server, year);
      const seconds = run.options.quick ? 5 : 15;
      const paced = { server, pid: server.pid, subscribers: 50, writers: 32, rate: 2000, seconds };
      const live = await runJob('fanOut', paced);
      const errors = reads.reduce((sum, read) => sum + read.errors, live.errors);
      const kills = limit.kills();
      const slowest = reads.map(({ best }) => `${best.toFixed(0)}`).join(', ');
      const note = [
        `started in ${Math.round(server.ms)} ms, peak with page cache ${(limit.peak() / 1e6).toFixed(0)} MB`,
        `reads ${slowest} ms, ${readsWithinLimits(reads)} of ${reads.length} within their limits`,
        `2,000 changes/s to 50: p99 ${live.p99.toFixed(1)} ms; ${kills} killed`,
      ].join('; ');
      return { value: residentMegabytes(server.pid), errors, kills, note };
    } finally {
      await server?.stop();
      limit.remove();
    }
  },
};

/** Removes a file from the page cache, which would not count as this hub's; without dd it stays. */
function leaveCache(file) {
  spawnSync('sync', [file]);
  spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
}
