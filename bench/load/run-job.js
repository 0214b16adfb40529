// Runs a job of worker.js in its own process, so that measuring does not disturb what is measured.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));
const SPARE_SECONDS = 90; // allowance for connecting and settling, in addition to the measured time

/** Returns the job's result; fails if the worker fails or takes much longer than `options.seconds`. */
export function runJob(job, options) {
  return new Promise((resolve, reject) => {
    const worker = fork(WORKER, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let complaint = '';
    const limit = ((options.seconds ?? 0) + SPARE_SECONDS) * 1000;
    const timer = setTimeout(() => {
      worker.kill('SIGKILL');
      reject(new Error(`${job} did not end in ${limit / 1000} s`));
    }, limit);
    worker.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('close', (code) => {
      clearTimeout(timer);
      const reason = /^\w*Error: .*$/m.exec(complaint)?.[0] ?? complaint.trim();
      reject(new Error(`${job} ended with code ${code}: ${reason}`)); // without effect after a result
    });
    worker.send({ job, options });
  });
}
