// The list of 10,000 states, read whole; a change before each read prevents cached responses.
import { noSlowerThanReference } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { changingWrites, sensorWrite } from './entities.js';

const STATES = 10_000;

/** Writes sensor.bench_0 … sensor.bench_9999. */
function prepare(server, run) {
  return run.writeAll(
    server,
    Array.from({ length: STATES }, (_, index) => sensorWrite(index, 20 + (index % 100) / 10)),
  );
}

async function list(job, server, run) {
  const writes = changingWrites('0', 1000);
  const options = { server, path: '/api/states', writes, seconds: run.options.seconds, atLeast: 10 };
  const { p50, p99, size, errors } = await runJob(job, options);
  return { value: p50, p99, errors, note: `${(size / 1e6).toFixed(1)} MB` };
}

export const restList = {
  name: 'REST list of 10,000 states',
  unit: 'ms',
  better: 'less',
  sides: 'both',
  aim: noSlowerThanReference,
  prepare,
  measure: (server, run) => list('httpReads', server, run),
};

export const websocketList = {
  name: 'WebSocket list of 10,000 states',
  unit: 'ms',
  better: 'less',
  sides: 'both',
  aim: noSlowerThanReference,
  prepare,
  measure: (server, run) => list('websocketLists', server, run),
};
