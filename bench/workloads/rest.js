// Reads, writes and calls over REST: 32 keep-alive connections with one request in flight each.
import { atLeastOfReference } from '../aims.js';
import { withCpu } from '../measure.js';
import { changingWrites, findLight, lightRequests, sensorWrite } from './entities.js';

const CONNECTIONS = 32;

async function load(server, run, requests) {
  const { seconds } = run.options;
  const job = { server, requests, connections: CONNECTIONS, seconds };
  const { rate, ...rest } = await withCpu(server, () => run.httpLoad(job));
  return { value: rate, ...rest };
}

export const restRead = {
  name: 'REST read a state',
  unit: '/s',
  better: 'more',
  sides: 'both',
  aim: atLeastOfReference(0.5),
  prepare: (server, run) => run.writeAll(server, [sensorWrite('read', 21.5)]),
  measure: (server, run) => load(server, run, [{ method: 'GET', path: '/api/states/sensor.bench_read' }]),
};

export const restWrite = {
  name: 'REST write a state',
  unit: '/s',
  better: 'more',
  sides: 'both',
  aim: atLeastOfReference(0.5),
  measure: (server, run) => load(server, run, changingWrites('write', 1000)),
};

export const restCall = {
  name: 'REST call a service',
  unit: '/s',
  better: 'more',
  sides: 'both',
  aim: atLeastOfReference(0.5),
  async measure(server, run) {
    const light = await findLight(server, run.options.light);
    const requests = lightRequests(light);
    return load(server, run, requests);
  },
};
