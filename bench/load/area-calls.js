// The same call for one entity and for many: the cost of an additional entity. Each response is complete
// before the next call.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../measure.js';
import { openHttp, requestBytes } from './http-connection.js';
import { openWebSocket } from './raw-websocket.js';

const PAUSE = 5; // ms between calls by people
const ROUND = { one: 40, many: 20 }; // consecutive calls without pause

/**
 * Times calls of `service` ("domain.service") for the areas `one` and `many`. Returns `{paced, rapid,
 * errors}`, where `paced` are the medians in ms of alternating calls with a pause before each, and `rapid`
 * those without pauses; both are `{one, many}`.
 */
export async function areaCalls({ server, over, service, areas, seconds }) {
  const caller = await (over === 'REST' ? restCaller : websocketCaller)(server, service.split('.'));
  let errors = 0;
  const call = async (area, latencies) => {
    const began = performance.now();
    if (!(await caller.call(area))) errors += 1;
    latencies.push(performance.now() - began);
  };
  const paced = await measured(seconds / 2, async (latencies) => {
    for (const size of ['one', 'many']) {
      await sleep(PAUSE);
      await call(areas[size], latencies[size]);
    }
  });
  const rapid = await measured(seconds / 2, async (latencies) => {
    for (const size of ['one', 'many'])
      for (let n = 0; n < ROUND[size]; n++) await call(areas[size], latencies[size]);
  });
  caller.close();
  return { paced, rapid, errors };
}

async function measured(seconds, round) {
  const latencies = { one: [], many: [] };
  const until = performance.now() + seconds * 1000;
  do await round(latencies);
  while (performance.now() < until);
  return { one: percentile(latencies.one, 0.5), many: percentile(latencies.many, 0.5) };
}

async function restCaller(server, [domain, service]) {
  const connection = await openHttp(server);
  const path = `/api/services/${domain}/${service}`;
  return {
    call: (area_id) =>
      new Promise((resolve) => {
        const bytes = requestBytes(server, { method: 'POST', path, body: JSON.stringify({ area_id }) });
        connection.send(bytes, (status) => resolve(status === 200));
      }),
    close: connection.close,
  };
}

async function websocketCaller(server, [domain, service]) {
  let answered = () => {};
  const connection = await openWebSocket(server, (bytes, start, end) =>
    answered(bytes.latin1Slice(start, end).includes('"success":true')),
  );
  let id = 0;
  return {
    call: (area_id) =>
      new Promise((resolve) => {
        answered = resolve;
        id += 1;
        connection.send(JSON.stringify({ id, type: 'call_service', domain, service, target: { area_id } }));
      }),
    close: connection.close,
  };
}
