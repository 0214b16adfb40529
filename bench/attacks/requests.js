// Floods of HTTP requests and connections, and single requests with malicious bodies.
import { maskedFrame } from '../load/frame-reader.js';
import { floodHttp, holdConnections, requestOf } from './attacker-http.js';
import { openAttacker } from './attacker-socket.js';
import { repeated } from './repeated-command.js';

const MANY = 200; // connections of a flood
const PIPELINED = 500;

/** A flood of one request over many connections; `request(home)` returns it, `who` names the token's user. */
function flood(name, request, { who = 'guest', connections = MANY, count = 1 } = {}) {
  return {
    name: `attack: ${name}`,
    run: (home, span) => {
      const { url, tokens } = home;
      const bytes = requestOf({ url, token: tokens[who] ?? who }, request(home));
      const all = Buffer.concat(Array(count).fill(bytes));
      return floodHttp({ url, connections, bytes: all, count }, span);
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

const headOf = (url, lines) =>
  `POST /api/services/light/turn_on HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${lines}\r\n`;

export const requestAttacks = [
  flood('REST flood of one state, 200 connections', ({ targets }) => ({
    path: `/api/states/${targets.light}`,
  })),
  flood('REST flood of all states, 200 connections', () => ({ path: '/api/states' })),
  flood('REST flood of all states as gzip, 200 connections', () => ({
    path: '/api/states',
    headers: 'Accept-Encoding: gzip\r\n',
  })),
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
  flood('requests with a wrong token, 200 connections', () => ({ path: '/api/states' }), { who: 'no token' }),
  flood('requests for absent paths, 200 connections', () => ({ path: '/absent/../path' }), {
    who: 'no token',
  }),
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
        { url, connections: 1000, head: headOf(url, 'Content-Length: 1000000\r\n'), after: 'x' },
        span,
      ),
  },
  {
    name: 'attack: 60 bodies of 16 MB that never end, read-only',
    run: ({ url, tokens }, span) => {
      const lines = `Authorization: Bearer ${tokens.guest}\r\nContent-Length: 16000000\r\n`;
      const head = Buffer.concat([Buffer.from(headOf(url, lines)), Buffer.alloc(15_900_000, ' ')]);
      return holdConnections({ url, connections: 60, head }, span);
    },
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
