// Resident memory of the server with all its processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { below } from '../aims.js';
import { residentMegabytes } from '../measure.js';

async function measure(server) {
  await sleep(1000); // let it settle
  return { value: residentMegabytes(server.pid) };
}

function needs(server) {
  return residentMegabytes(server.pid) === undefined ? 'needs --pid of a process on this machine' : undefined;
}

export const memoryAfterStart = {
  name: 'memory after the start',
  unit: 'MB',
  better: 'less',
  sides: 'both',
  once: true,
  aim: below(110, 'MB'),
  needs,
  measure,
};

export const memoryAfterLoad = {
  name: 'memory after the load',
  unit: 'MB',
  better: 'less',
  sides: 'both',
  once: true,
  aim: below(190, 'MB'),
  needs,
  measure,
};
