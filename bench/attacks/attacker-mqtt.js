// The subset of MQTT 3.1.1 that an attacker needs, on a bare TCP socket: sends prepared packets and reads
// only the response to CONNECT.
import { connect } from 'node:net';

const CONNECT_LIMIT = 10_000;

/**
 * Connects with username and password: `{isOpen, code, write, destroy, pause, closed}`. Rejects with the
 * return code as `code` if the broker does; with `raw`, no CONNECT packet is sent.
 */
export function openMqttAttacker({ host, port, username, password }, { clientId } = {}) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new Error('no CONNACK in time')), CONNECT_LIMIT);
    let head = Buffer.alloc(0);
    const client = {
      isOpen: false,
      bytes: 0,
      closed: new Promise((done) => socket.once('close', done)),
      pause: () => socket.pause(),
      destroy: () => socket.destroy(),
      write: (bytes) =>
        new Promise((done) => {
          if (!client.isOpen || socket.write(bytes)) return setImmediate(done);
          const go = () => {
            socket.off('drain', go).off('close', go);
            done();
          };
          socket.once('drain', go).once('close', go);
        }),
    };
    socket.on('connect', () => socket.write(connectPacket({ clientId, username, password })));
    socket.on('data', (chunk) => {
      client.bytes += chunk.length;
      if (client.isOpen) return;
      head = Buffer.concat([head, chunk]);
      if (head.length < 4) return;
      clearTimeout(timer);
      const code = head[3];
      if (head[0] === 0x20 && code === 0) {
        client.isOpen = true;
        resolve(client);
      } else {
        reject(Object.assign(new Error(`refused with ${code}`), { code }));
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      client.isOpen = false;
      reject(new Error('closed before CONNACK'));
    });
  });
}

let lastClient = 0;

function connectPacket({ clientId, username, password }) {
  lastClient += 1;
  const id = clientId ?? `attacker-${process.pid}-${lastClient}`;
  const flags = 2 | (username === undefined ? 0 : 0xc0);
  const given = username === undefined ? [] : [field(username), field(password)];
  const body = Buffer.concat([field('MQTT'), Buffer.from([4, flags, 0, 60]), field(id), ...given]);
  return packet(0x10, body);
}

/** A PUBLISH packet, with a packet ID if `qos` is 1. */
export function publishPacket(topic, payload, { qos = 0, retain = false, id = 1 } = {}) {
  const middle = qos === 0 ? [] : [Buffer.from([id >> 8, id & 255])];
  const body = Buffer.concat([field(topic), ...middle, Buffer.from(payload)]);
  return packet(0x30 | (qos << 1) | (retain ? 1 : 0), body);
}

/** A SUBSCRIBE packet for filters with QoS 0. */
export function subscribePacket(filters, id = 1) {
  const each = filters.flatMap((filter) => [field(filter), Buffer.from([0])]);
  return packet(0x82, Buffer.concat([Buffer.from([id >> 8, id & 255]), ...each]));
}

function field(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

function packet(type, body) {
  const length = [];
  let left = body.length;
  do {
    const byte = left % 128;
    left = Math.floor(left / 128);
    length.push(left > 0 ? byte | 128 : byte);
  } while (left > 0);
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}
