// A keep-alive HTTP/1.1 connection on a bare TCP socket, one request at a time.
import { connect } from 'node:net';

const received = Buffer.allocUnsafe(256 * 1024); // shared: each chunk is consumed before the next is read
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** The bytes of a request with a bearer token and, optionally, a JSON body. */
export function requestBytes({ url, token }, { method, path, body }) {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n`;
  if (body === undefined) return Buffer.from(`${head}\r\n`);
  const length = Buffer.byteLength(body);
  return Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`);
}

/**
 * Connects; returns `{send(bytes, done), close()}`, where `done(status, bodyLength)` is called for each
 * complete response.
 */
export function openHttp({ url }) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let inBody = false;
    let chunked = false;
    let status = 0;
    let left = 0;
    let size = 0;
    let tail = Buffer.alloc(0);
    let done;
    let open = false;
    let closing = false;

    function take(chunk) {
      if (inBody) return takeBody(chunk);
      const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) {
        head = Buffer.from(bytes);
        return;
      }
      const text = bytes.latin1Slice(0, end);
      head = Buffer.alloc(0);
      status = Number(text.slice(9, 12));
      chunked = /\r\ntransfer-encoding: *chunked/i.test(text);
      left = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      size = 0;
      inBody = true;
      takeBody(bytes.subarray(end + 4));
    }

    function takeBody(chunk) {
      size += chunk.length;
      if (chunked) {
        // JSON never contains a raw line break, so these five bytes at the end must be the last chunk.
        tail = Buffer.concat([tail, chunk.subarray(-5)]).subarray(-5);
        if (!tail.equals(LAST_CHUNK)) return;
        tail = Buffer.alloc(0);
      } else {
        left -= chunk.length;
        if (left > 0) return;
      }
      inBody = false;
      const answered = done;
      done = undefined;
      answered(status, size);
    }

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
        take(received.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port || 80), noDelay: true, onread });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed an HTTP connection')));
    socket.on('connect', () => {
      open = true;
      resolve({
        send(bytes, whenAnswered) {
          done = whenAnswered;
          socket.write(bytes);
        },
        close() {
          closing = true;
          socket.destroy();
        },
      });
    });
  });
}
