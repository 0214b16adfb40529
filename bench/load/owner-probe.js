// The owner's app during an attack: small requests at a fixed pace, whatever happened to earlier ones.
import { Agent, request } from 'node:http';

const now = () => performance.timeOrigin + performance.now();
const CONNECTIONS = 64;
const BATCH = 100;

/**
 * Sends `GET <path>` every `pace` ms until the parent stops it, and reports batches of `[due, done, ok]` in
 * ms since 1970. Latency counts from the time a request was due, so that stalls cannot hide; unanswered
 * requests have no `done`.
 */
export function ownerProbe({ server, path, pace }, report) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' });
  const { hostname, port } = new URL(server.url);
  const options = { agent, hostname, port, path, headers: { authorization: `Bearer ${server.token}` } };
  const waiting = new Set();
  let samples = [];
  let next = now();

  function ask(due) {
    waiting.add(due);
    const finish = (ok) => {
      if (!waiting.delete(due)) return;
      samples.push([due, now(), ok]);
    };
    const asking = request(options, (response) => {
      response.resume();
      response.on('end', () => finish(response.statusCode === 200));
    });
    asking.on('error', () => finish(false));
    asking.end();
  }

  const asking = setInterval(() => {
    for (; next <= now(); next += pace) ask(next);
  }, 1);
  const reporting = setInterval(flush, BATCH);

  function flush() {
    report({ samples });
    samples = [];
  }

  return () => {
    clearInterval(asking);
    clearInterval(reporting);
    for (const due of waiting) samples.push([due, null, false]);
    report({ samples, isLast: true });
  };
}
