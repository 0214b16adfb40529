// HTTP requests over many keep-alive connections on bare TCP sockets; responses are counted, not read.
import { connect } from 'node:net';
import { pause } from './attacker-socket.js';

const STATUS = Buffer.from('HTTP/1.1 ');

/** The bytes of a request. */
export function requestOf({ url, token }, { method = 'GET', path, body, headers = '' }) {
  const { host } = new URL(url);
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const content =
    body === undefined
      ? '\r\n'
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}${headers}${content}`);
}

/**
 * Sends `bytes`, which hold `count` requests, over each of the connections, and again once as many responses
 * have begun; uses a new connection each time unless `stays` is set.
 */
export async function floodHttp({ url, connections, bytes, count = 1, stays = true }, { until, tally }) {
  await Promise.all(Array.from({ length: connections }, one));

  async function one() {
    while (performance.now() < until) {
      await new Promise((resolve) => connection(resolve));
      await pause(10);
    }
  }

  function connection(done) {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const timer = setTimeout(() => socket.destroy(), Math.max(1, until - performance.now()));
    let left = 0;
    const send = () => {
      left = count;
      tally.sent += count;
      socket.write(bytes);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf(STATUS); at >= 0; at = chunk.indexOf(STATUS, at + STATUS.length)) {
        left -= 1;
        tally.answers += 1;
      }
      if (left > 0) return;
      if (!stays) socket.destroy();
      else if (performance.now() < until) send();
    });
    socket.on('error', () => {
      tally.refused += 1;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      done();
    });
  }
}

/** Opens connections that send `head` and then a byte at a time; `after` is sent every second. */
export async function holdConnections({ url, connections, head, after }, { until, tally }) {
  const { hostname, port } = new URL(url);
  const sockets = [];
  const timer = setInterval(() => {
    if (after === undefined) return;
    for (const socket of sockets) if (!socket.destroyed) socket.write(after);
  }, 1000);
  for (let n = 0; n < connections && performance.now() < until; n += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('connect', () => {
      tally.sent += 1;
      if (head !== undefined) socket.write(head);
    });
    socket.on('data', () => {});
    socket.on('error', () => {
      tally.refused += 1;
    });
    socket.on('close', () => {
      tally.ended += 1;
    });
    sockets.push(socket);
    if (n % 50 === 49) await pause(10);
  }
  await pause(until - performance.now());
  clearInterval(timer);
}
