// Reports of an integration, their delay until a page of the web app sees them, and their cost for the server.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { mainThreadNanoseconds, percentiles } from '../measure.js';
import { openWebSocket } from './raw-websocket.js';

const SETTLE = 500;
/** Warming up ends once two seconds in a row cost the same, or after the most seconds. */
const SAME = 0.1;
const WARM_UP = { least: 8, most: 30 };
const IDLE_SECONDS = 3;

/**
 * Sets up the integration `reporter` and lets it report `rate` values a second, `batch` of them in one turn: first until
 * the code of the server is compiled, then for `seconds` that are measured. Returns what was seen per second, the delays
 * in milliseconds, `lost`, and the time of the server's main thread per report in microseconds, without what it takes
 * when idle.
 */
export async function integrationReports({ server, entities, rate, batch, seconds }) {
  let device;
  const listener = createServer((socket) => {
    device = socket.setNoDelay(true);
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  await setUp(server, { port: listener.address().port, entities });
  const sentAt = [];
  let delays = [];
  let seen = 0;
  const page = await openWebSocket(server, (bytes, start, end) => {
    for (const [, value] of bytes.toString('latin1', start, end).matchAll(/"s":"(\d+)"/g)) {
      const at = sentAt[Number(value)];
      if (at === undefined) continue;
      seen += 1;
      delays.push(performance.now() - at);
    }
  });
  page.send(JSON.stringify({ id: 1, type: 'subscribe_entities' }));
  await sleep(SETTLE);
  let sent = 0;
  const run = async (duration) => {
    const [from, began] = [sent, performance.now()];
    while (performance.now() < began + duration * 1000) {
      const due = from + ((performance.now() - began) / 1000) * rate;
      while (sent + batch <= due) {
        const reports = [];
        for (let i = 0; i < batch; i += 1) {
          sent += 1;
          sentAt[sent] = performance.now();
          reports.push([sent % entities, sent]);
        }
        device.write(`${JSON.stringify(reports)}\n`);
      }
      await sleep(1);
    }
    return { count: sent - from, took: (performance.now() - began) / 1000 };
  };
  /** Microseconds of the main thread for a report, and the rest of `run`. */
  const measured = async (duration, idle) => {
    const before = mainThreadNanoseconds(server.pid);
    const { count, took } = await run(duration);
    const used = mainThreadNanoseconds(server.pid) - before - idle * took;
    return { each: used / count / 1000, count, took };
  };
  const before = mainThreadNanoseconds(server.pid);
  await sleep(IDLE_SECONDS * 1000);
  const idle = (mainThreadNanoseconds(server.pid) - before) / IDLE_SECONDS;
  let last = Number.POSITIVE_INFINITY;
  for (let second = 1; second <= WARM_UP.most; second += 1) {
    const { each } = await measured(1, idle);
    if (second >= WARM_UP.least && Math.abs(each - last) <= SAME * last) break;
    last = each;
  }
  await sleep(SETTLE);
  [delays, seen] = [[], 0];
  const { each, count, took } = await measured(seconds, idle);
  await sleep(SETTLE);
  page.close();
  device.destroy();
  listener.close();
  return { rate: count / took, count, each, ...percentiles(delays), lost: count - seen };
}

/** Makes an entry of an integration by its flow, and waits until the device is connected. */
async function setUp({ url, token }, values) {
  const post = async (path, body) => {
    const response = await fetch(`${url}/api/config/config_entries/flow${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { flow_id: id } = await post('', { handler: 'reporter' });
  const made = await post(`/${id}`, values);
  if (made.type !== 'create_entry') throw new Error(`The entry was not made: ${JSON.stringify(made)}`);
  await sleep(3 * SETTLE);
}
