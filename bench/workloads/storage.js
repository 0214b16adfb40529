// Storage must not be noticeable: no added latency after many writes, no loss at a clean shutdown.
import { atMost } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { getJson, sensorWrite } from './entities.js';

const WRITES = 40_000;
const ENTITIES = 10_000;

/** 40,000 writes over 10,000 sensors; the last value of each is `<round>.<its number>`. */
function manyWrites(round) {
  return Array.from({ length: WRITES }, (_, index) =>
    sensorWrite(index % ENTITIES, index < WRITES - ENTITIES ? index : `${round}.${index % ENTITIES}`),
  );
}

export const deliveryAfterWrites = {
  name: `delivery after ${WRITES.toLocaleString('en')} writes`,
  unit: 'x',
  better: 'less',
  sides: 'server',
  once: true,
  aim: atMost(2, 'x'),
  async measure(server, run) {
    const paced = { server, pid: server.pid, subscribers: 50, writers: 8, rate: 50 };
    const { quick } = run.options;
    const before = await runJob('fanOut', { ...paced, seconds: quick ? 10 : 20 });
    const burst = await run.writeAll(server, manyWrites(1));
    const after = await runJob('fanOut', { ...paced, seconds: quick ? 20 : 60 });
    const figures = [before, after].map((job) => `p50 ${job.p50.toFixed(1)} p99 ${job.p99.toFixed(1)} ms`);
    return {
      value: after.p99 / before.p99,
      errors: before.errors + after.errors,
      note: `50 writes/s to 50 subscribers: ${figures[0]} before, ${figures[1]} after; ${Math.round(burst.rate)} writes/s between`,
    };
  },
};

export const keptStates = {
  name: `states lost by a stop after ${WRITES.toLocaleString('en')} writes`,
  unit: '',
  better: 'less',
  sides: 'server',
  once: true,
  aim: atMost(0, ''),
  needs: (server) => (server.restart === undefined ? 'needs a server this run can stop' : undefined),
  async measure(server, run) {
    await run.writeAll(server, manyWrites(2));
    const began = performance.now();
    await server.restart();
    const took = performance.now() - began;
    const kept = new Map(
      (await getJson(server, '/api/states')).map((state) => [state.entity_id, state.state]),
    );
    let lost = 0;
    for (let n = 0; n < ENTITIES; n++) if (kept.get(`sensor.bench_${n}`) !== `2.${n}`) lost += 1;
    return {
      value: lost,
      note: `of ${ENTITIES.toLocaleString('en')}; stop and start took ${Math.round(took)} ms`,
    };
  },
};
