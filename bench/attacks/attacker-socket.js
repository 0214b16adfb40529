// A malicious WebSocket client: it sends prepared bytes, discards responses, and expects to be disconnected.
import { connect } from 'node:net';
import { FrameReader, maskedFrame } from '../load/frame-reader.js';

const CONNECT_LIMIT = 5000;

/**
 * Connects and authenticates. Returns `{answers, bytes, isOpen, write, closed, answered, pause, destroy}`:
 * `answers` counts frames after the login, `write(bytes)` resolves when the socket accepts more, and
 * `answered(n)` after n frames or when the socket has closed.
 */
export function openAttacker({ url, token }, { onText } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const timer = setTimeout(() => socket.destroy(new Error('no login in time')), CONNECT_LIMIT);
    let upgrade = Buffer.alloc(0);
    let waiting = [];
    const attacker = {
      answers: 0,
      bytes: 0,
      isOpen: false,
      closed: new Promise((done) => socket.once('close', done)),
      write: (bytes) => written(bytes),
      answered: (count) =>
        new Promise((done) => {
          if (attacker.answers >= count || !attacker.isOpen) done();
          else waiting.push({ count, done });
        }),
      pause: () => socket.pause(),
      destroy: () => socket.destroy(),
    };
    const reader = new FrameReader((opcode, bytes, start, end) => {
      if (opcode === 9) socket.write(maskedFrame(bytes.subarray(start, end), 10));
      if (opcode !== 1) return;
      if (attacker.isOpen) {
        attacker.answers += 1;
        onText?.(bytes, start, end);
        if (waiting.length > 0) wake();
        return;
      }
      const { type } = JSON.parse(bytes.toString('utf8', start, end));
      if (type === 'auth_required')
        socket.write(maskedFrame(JSON.stringify({ type: 'auth', access_token: token })));
      else if (type === 'auth_ok') {
        clearTimeout(timer);
        attacker.isOpen = true;
        reader.keep = onText !== undefined;
        resolve(attacker);
      } else socket.destroy(new Error(`login: ${type}`));
    });

    function wake() {
      const ready = waiting.filter(({ count }) => attacker.answers >= count || !attacker.isOpen);
      if (ready.length === 0) return;
      waiting = waiting.filter((one) => !ready.includes(one));
      for (const { done } of ready) done();
    }

    function written(bytes) {
      return new Promise((done) => {
        if (!attacker.isOpen || socket.write(bytes)) setImmediate(done);
        else {
          const go = () => {
            socket.off('drain', go).off('close', go);
            done();
          };
          socket.once('drain', go).once('close', go);
        }
      });
    }

    socket.on('data', (chunk) => {
      attacker.bytes += chunk.length;
      if (upgrade === undefined) return reader.push(chunk);
      upgrade = Buffer.concat([upgrade, chunk]);
      const end = upgrade.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = upgrade.latin1Slice(0, end);
      if (!head.startsWith('HTTP/1.1 101')) return socket.destroy(new Error(head.split('\r\n')[0]));
      const rest = upgrade.subarray(end + 4);
      upgrade = undefined;
      if (rest.length > 0) reader.push(rest);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      attacker.isOpen = false;
      wake();
      reject(new Error('closed before the login'));
    });
    socket.on('connect', () =>
      socket.write(
        `GET /api/websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      ),
    );
  });
}

/**
 * Frames with an array of commands with increasing IDs; `command(id)` returns each as JSON without braces and
 * ID.
 */
export function commandFrame(count, command, { firstId = 1 } = {}) {
  const parts = Array.from({ length: count }, (_, n) => `{"id":${firstId + n},${command(firstId + n)}}`);
  return maskedFrame(`[${parts.join(',')}]`);
}

// The most that a server with frame limits may accept; a frame rejected as a whole does no harm.
const MOST_COMMANDS = 4900;
const LONGEST_FRAME = 250_000;

/** Frames of about `bytes` in total, with IDs that continue from frame to frame: `[{frame, count}]`. */
export function filledFrames(command, { bytes = 4_000_000 } = {}) {
  const length = command(1).length + 18;
  const count = Math.min(MOST_COMMANDS, Math.floor(Math.min(bytes, LONGEST_FRAME) / length));
  return Array.from({ length: Math.ceil(bytes / length / count) }, (_, n) => ({
    count,
    frame: commandFrame(count, command, { firstId: 1 + n * count }),
  }));
}

/**
 * Sends prepared frames one after another until `until`, over a new connection when they are used up or the
 * server has closed the last one. With `answered`, each frame waits for the responses to the previous one.
 * Counts into `tally`.
 */
export async function pourFrames(caller, frames, { until, tally, answered = false, reads = true }) {
  while (performance.now() < until) {
    let socket;
    try {
      socket = await openAttacker(caller);
    } catch {
      tally.refused += 1;
      await pause(100);
      continue;
    }
    if (!reads) socket.pause();
    let expected = 0;
    for (const { frame, count } of frames) {
      if (performance.now() >= until || !socket.isOpen) break;
      await socket.write(frame);
      tally.sent += count;
      expected += count;
      if (answered) await Promise.race([socket.answered(expected), pause(until - performance.now())]);
    }
    // Keep the connection while responses are pending: until the time is up or the server closes it.
    if (socket.isOpen && performance.now() < until) {
      const over = pause(until - performance.now());
      await Promise.race([socket.answered(expected), socket.closed, over]);
    }
    if (!socket.isOpen) tally.ended += 1;
    tally.answers += socket.answers;
    socket.destroy();
    await pause(5);
  }
}

/** Waits for a time in milliseconds. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

/** The counters of an attack. */
export const newTally = () => ({ sent: 0, answers: 0, refused: 0, ended: 0 });
