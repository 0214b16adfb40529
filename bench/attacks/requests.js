// Floods of HTTP requests and connections, and single requests whose body is the trouble.
import { maskedFrame } from '../load/frame-reader.js';
import { floodHttp, holdConnections, requestOf } from './attacker-http.js';
import { openAttacker, pause } from './attacker-socket.js';

const MANY = 200; // connections of a flood
const PIPELINED = 500;

/** A flood of the same request over many connections; `request(home)` gives it, `who` is whose token it carries. */
function flood(name, request, { who = 'guest', connections = MANY, count = 1 } = {}) {
  return {
    name: `attack: ${name}`,
    run: (home, span) => {
      const { url, tokens } = home;
      const bytes = requestOf({ url, token: tokens[who] }, request(home));
      const all = Buffer.concat(Array(count).fill(bytes));
      return floodHttp({ url, connections, bytes: all, count }, span);
    },
  };
}

/** The same command again and again as soon as it is answered; a new connection where the server has ended the old one. */
function repeated(name, command, { who }) {
  return {
    name: `attack: ${name}`,
    async run(home, { until, tally }) {
      const fields = JSON.stringify(command(home)).slice(1);
      while (performance.now() < until) {
        const socket = await openAttacker({ url: home.url, token: home.tokens[who] });
        for (let id = 1; performance.now() < until && socket.isOpen; id += 1) {
          await socket.write(maskedFrame(`{"id":${id},${fields}`));
          tally.sent += 1;
          await Promise.race([socket.answered(id), pause(until - performance.now())]);
          tally.answers += 1;
        }
        if (!socket.isOpen) tally.ended += 1;
        socket.destroy();
        await pause(50);
      }
    },
  };
}

function signedFlood() {
  return {
    name: 'attack: signed paths signed and read from 200 connections',
    async prepare({ url, tokens, targets }) {
      let path;
      const reader = (bytes, start, end) => {
        path = JSON.parse(bytes.toString('utf8', start, end)).result.path;
      };
      const socket = await openAttacker({ url, token: tokens.guest }, { onText: reader });
      const wished = `/api/states/${targets.light}`;
      await socket.write(
        maskedFrame(JSON.stringify({ id: 1, type: 'auth/sign_path', path: wished, expires: 300 })),
      );
      await socket.answered(1);
      socket.destroy();
      return path;
    },
    run: ({ url, prepared }, span) =>
      floodHttp({ url, connections: MANY, bytes: requestOf({ url }, { path: prepared }) }, span),
  };
}

const head = (url, lines) => `POST /api/template HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${lines}\r\n`;

export const requestAttacks = [
  flood('REST flood of one state, 200 connections', ({ targets }) => ({
    path: `/api/states/${targets.light}`,
  })),
  flood('REST flood of all states, 200 connections', () => ({ path: '/api/states' })),
  flood('REST flood of all services, 200 connections', () => ({ path: '/api/services' })),
  flood(
    'REST flood of service calls by area, 200 connections',
    ({ targets }) => ({
      method: 'POST',
      path: '/api/services/light/toggle',
      body: JSON.stringify({ area_id: targets.areas }),
    }),
    { who: 'user' },
  ),
  flood('REST flood of causes, 200 connections', ({ targets }) => ({
    path: `/api/hearth/cause/${targets.light}`,
  })),
  flood('pipelined requests, 50 connections', ({ targets }) => ({ path: `/api/states/${targets.light}` }), {
    connections: 50,
    count: PIPELINED,
  }),
  flood('requests with a wrong token, 200 connections', () => ({ path: '/api/states' }), { who: 'nobody' }),
  flood('requests for absent paths, 200 connections', () => ({ path: '/absent/../path' }), { who: 'nobody' }),
  flood('camera pictures, 200 connections', ({ targets }) => ({
    path: `/api/camera_proxy/${targets.camera}`,
  })),
  flood('camera streams, 200 connections', ({ targets }) => ({
    path: `/api/camera_proxy_stream/${targets.camera}`,
  })),
  flood('event streams, 200 connections', () => ({ path: '/api/stream' }), { who: 'admin' }),
  signedFlood(),
  {
    name: 'attack: 2,000 idle connections',
    run: ({ url }, span) => holdConnections({ url, connections: 2000 }, span),
  },
  {
    name: 'attack: 1,000 bodies sent a byte a second',
    run: ({ url }, span) =>
      holdConnections(
        { url, connections: 1000, head: head(url, 'Content-Length: 1000000\r\n'), after: 'x' },
        span,
      ),
  },
  {
    name: 'attack: 100 bodies of 16 MB that never end',
    run: ({ url }, span) =>
      holdConnections(
        {
          url,
          connections: 100,
          head: Buffer.concat([
            Buffer.from(head(url, 'Content-Length: 16000001\r\n')),
            Buffer.alloc(15_900_000, ' '),
          ]),
        },
        span,
      ),
  },
  repeated(
    'blueprint of a million brackets, administrator',
    () => ({
      type: 'blueprint/save',
      domain: 'automation',
      path: 'attack/deep',
      yaml: '['.repeat(1_000_000),
    }),
    { who: 'admin' },
  ),
  repeated(
    'call for 150,000 absent ids, administrator',
    () => ({
      type: 'call_service',
      domain: 'light',
      service: 'turn_on',
      target: { entity_id: Array.from({ length: 150_000 }, (_, n) => `light.absent_${n}`) },
    }),
    { who: 'admin' },
  ),
];
