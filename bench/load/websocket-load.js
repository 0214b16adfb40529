// Load over WebSocket: commands kept in flight, and whole lists timed one after another.
import { percentiles } from '../measure.js';
import { maskedFrame } from './frame-reader.js';
import { openHttp, requestBytes } from './http-connection.js';
import { openWebSocket } from './raw-websocket.js';

const SUCCESS = Buffer.from('"success":true');
const ID = Buffer.from('"id":');

/** Keeps `inFlight` commands pending on each of `sockets`; `commands` are messages without IDs. */
export async function websocketCalls({ server, commands, sockets, inFlight, seconds }) {
  const tails = commands.map((command) => JSON.stringify(command).slice(1));
  const latencies = [];
  let errors = 0;
  let until = Number.POSITIVE_INFINITY;

  const open = await Promise.all(Array.from({ length: sockets }, connect));
  const began = performance.now();
  until = began + seconds * 1000;
  for (const socket of open) socket.start();
  await Promise.all(open.map((socket) => socket.finished));
  const took = (performance.now() - began) / 1000;
  for (const socket of open) socket.close();
  return { count: latencies.length, rate: latencies.length / took, errors, ...percentiles(latencies) };

  async function connect() {
    const sentAt = new Map(); // send time by command ID
    let lastId = 0;
    let frames = [];
    let finish;
    const finished = new Promise((resolve) => {
      finish = resolve;
    });
    const connection = await openWebSocket(server, (bytes, start, end) => {
      const now = performance.now();
      const id = idOf(bytes, start, end);
      latencies.push(now - sentAt.get(id));
      sentAt.delete(id);
      const success = bytes.indexOf(SUCCESS, start);
      if (success < 0 || success >= end) errors += 1;
      if (now < until) command();
      else if (sentAt.size === 0) finish();
    });
    return { finished, start, close: connection.close };

    function start() {
      for (let n = 0; n < inFlight; n++) command();
    }

    /** Commands released by the responses in one chunk are sent in one write. */
    function command() {
      lastId += 1;
      sentAt.set(lastId, performance.now());
      if (frames.length === 0) queueMicrotask(flush);
      frames.push(maskedFrame(`{"id":${lastId},${tails[lastId % tails.length]}`));
    }

    function flush() {
      const chunk = frames;
      frames = [];
      connection.write(chunk.length === 1 ? chunk[0] : Buffer.concat(chunk));
    }
  }
}

/** The first numeric `"id":` of a response, wherever a server puts it: context and user IDs are strings. */
function idOf(bytes, start, end) {
  let at = bytes.indexOf(ID, start);
  while (at >= 0 && at < end) {
    const id = Number.parseInt(bytes.latin1Slice(at + ID.length, Math.min(end, at + ID.length + 16)), 10);
    if (id > 0) return id;
    at = bytes.indexOf(ID, at + ID.length);
  }
  throw new Error(`an answer without an id: ${bytes.toString('utf8', start, Math.min(end, start + 200))}`);
}

/** Times whole `get_states` responses; a write over REST before each prevents cached responses. */
export async function websocketLists({ server, writes, seconds, atLeast }) {
  let arrived = () => {};
  const connection = await openWebSocket(server, (_bytes, start, end) => arrived(end - start));
  connection.skipPayloads();
  const writing = await openHttp(server);
  const changes = writes.map((request) => requestBytes(server, request));
  const latencies = [];
  let errors = 0;
  let size = 0;
  const until = performance.now() + seconds * 1000;
  while (latencies.length < atLeast || performance.now() < until) {
    await new Promise((resolve) => writing.send(changes[latencies.length % changes.length], resolve));
    const began = performance.now();
    size = await new Promise((resolve) => {
      arrived = resolve;
      connection.send(JSON.stringify({ id: latencies.length + 1, type: 'get_states' }));
    });
    latencies.push(performance.now() - began);
    if (size < 1000) errors += 1;
  }
  connection.close();
  writing.close();
  return { errors, size, count: latencies.length, ...percentiles(latencies) };
}
