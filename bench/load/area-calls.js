// The same call for one entity and for many, in turns: what one more entity costs. Each answer is complete before the next call.
import { percentile } from '../measure.js';
import { openHttp, requestBytes } from './http-connection.js';
import { openWebSocket } from './raw-websocket.js';

const ROUND = { one: 40, many: 20 }; // calls in a row, so that neither finds a colder server than the other

/** Times calls of `service` ("domain.service") for the areas `one` and `many`: `{one, many}`, medians in ms, and `{errors, count}`. */
export async function areaCalls({ server, over, service, areas, seconds }) {
  const caller = await (over === 'REST' ? restCaller : websocketCaller)(server, service.split('.'));
  const latencies = { one: [], many: [] };
  let errors = 0;
  const until = performance.now() + seconds * 1000;
  do {
    for (const [size, count] of Object.entries(ROUND)) {
      for (let n = 0; n < count; n++) {
        const began = performance.now();
        if (!(await caller.call(areas[size]))) errors += 1;
        latencies[size].push(performance.now() - began);
      }
    }
  } while (performance.now() < until);
  caller.close();
  return {
    one: percentile(latencies.one, 0.5),
    many: percentile(latencies.many, 0.5),
    count: latencies.many.length,
    errors,
  };
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
