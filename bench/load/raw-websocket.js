// A WebSocket client on a bare TCP socket, since the ws library would be the bottleneck.
import { connect } from 'node:net';
import { FrameReader, maskedFrame } from './frame-reader.js';

const received = Buffer.allocUnsafe(256 * 1024); // shared: each chunk is consumed before the next is read
const PING = 9;
const PONG = 10;

/**
 * Connects, authenticates, and returns `{send, write, skipPayloads, close}` once commands may be sent.
 * `onText(bytes, start, end)` is called for each text frame after that; `bytes` is undefined if payloads are
 * skipped.
 */
export function openWebSocket({ url, token }, onText) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let upgrade = Buffer.alloc(0);
    let open = false;
    let closing = false;
    const reader = new FrameReader((opcode, bytes, start, end) => {
      if (opcode === PING) socket.write(maskedFrame(bytes.subarray(start, end), PONG));
      else if (opcode === 1 && open) onText(bytes, start, end);
      else if (opcode === 1) authenticate(bytes.toString('utf8', start, end));
    });
    const send = (text) => socket.write(maskedFrame(text));
    const connection = {
      send,
      write: (frames) => socket.write(frames),
      skipPayloads: () => {
        reader.keep = false;
      },
      close: () => {
        closing = true;
        socket.destroy();
      },
    };

    function authenticate(text) {
      const { type, message } = JSON.parse(text);
      if (type === 'auth_required') send(JSON.stringify({ type: 'auth', access_token: token }));
      else if (type === 'auth_ok') {
        open = true;
        resolve(connection);
      } else fail(new Error(`the server refused the token: ${message ?? type}`));
    }

    function take(length) {
      if (upgrade === undefined) return reader.push(received.subarray(0, length));
      upgrade = Buffer.concat([upgrade, received.subarray(0, length)]);
      const end = upgrade.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = upgrade.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101')) return fail(new Error(`no upgrade: ${head.split('\r\n')[0]}`));
      const rest = upgrade.subarray(end + 4);
      upgrade = undefined;
      if (rest.length > 0) reader.push(rest);
    }

    /** Before the connection is open, the caller gets the error; afterwards the whole job fails. */
    function fail(error) {
      socket.destroy();
      if (closing) return;
      closing = true;
      if (!open) reject(error);
      else throw error;
    }

    const onread = {
      buffer: received,
      callback(length) {
        take(length);
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port || 80), noDelay: true, onread });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed a WebSocket')));
    socket.on('connect', () =>
      socket.write(
        `GET /api/websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      ),
    );
  });
}
