// The built-in HTTP load: keep-alive connections, one request in flight on each, no pipelining.
import { percentiles } from '../measure.js';
import { openHttp, requestBytes } from './http-connection.js';

/**
 * Sends `requests` repeatedly for `seconds`, or each exactly once if `once` is set. Connection c of C sends
 * requests c, c + C, c + 2C, … in order, so two requests a multiple of C apart never overtake each other.
 */
export async function httpLoad({ server, requests, connections, seconds, once = false }) {
  const bytes = requests.map((request) => requestBytes(server, request));
  const open = await Promise.all(Array.from({ length: connections }, () => openHttp(server)));
  const latencies = [];
  let errors = 0;
  const began = performance.now();
  const until = once ? Number.POSITIVE_INFINITY : began + seconds * 1000;

  await Promise.all(open.map((connection, index) => drive(connection, index)));
  const took = (performance.now() - began) / 1000;
  for (const connection of open) connection.close();
  return { count: latencies.length, rate: latencies.length / took, errors, ...percentiles(latencies) };

  function drive(connection, first) {
    return new Promise((resolve) => {
      let next = first;
      let sent = 0;
      const send = () => {
        if (once && next >= bytes.length) return resolve();
        sent = performance.now();
        connection.send(bytes[next % bytes.length], answered);
        next += connections;
      };
      const answered = (status) => {
        const now = performance.now();
        latencies.push(now - sent);
        if (status !== 200 && status !== 201) errors += 1;
        if (now < until) send();
        else resolve();
      };
      send();
    });
  }
}

/**
 * Times whole GETs of one path, one after another; a write to another entity before each prevents cached
 * responses.
 */
export async function httpReads({ server, path, writes, seconds, atLeast }) {
  const reading = await openHttp(server);
  const writing = await openHttp(server);
  const read = requestBytes(server, { method: 'GET', path });
  const changes = writes.map((request) => requestBytes(server, request));
  const latencies = [];
  let errors = 0;
  let size = 0;
  const ask = (connection, bytes) =>
    new Promise((resolve) => {
      connection.send(bytes, (status, length) => {
        if (status !== 200 && status !== 201) errors += 1;
        resolve(length);
      });
    });
  const until = performance.now() + seconds * 1000;
  while (latencies.length < atLeast || performance.now() < until) {
    await ask(writing, changes[latencies.length % changes.length]);
    const began = performance.now();
    size = await ask(reading, read);
    latencies.push(performance.now() - began);
  }
  reading.close();
  writing.close();
  return { errors, size, count: latencies.length, ...percentiles(latencies) };
}
