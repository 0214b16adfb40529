import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';

/** One exchange: what was asked (`open` for a new connection), the answer, and what the device sent by itself afterwards. */
interface Row {
  readonly ask: string;
  readonly status?: number;
  readonly answer?: string;
  readonly after?: string[];
}

/** A device under test: the real one through a proxy that can record it, or its recorded conversation. */
export interface RecordedDevice {
  readonly host: string;
  readonly port: number;
  /** `host:port` */
  readonly address: string;
  readonly isReal: boolean;
  /** Starts and stops it at the same address, as somebody who pulls the plug. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good and saves what was recorded. */
  close(): Promise<void>;
}

/** How to find the real device: the recipe that starts it, and the key of its address in what that prints. */
export interface Recipe {
  readonly name: string;
  readonly script: string;
  readonly addressKey?: string;
  readonly protocol: 'http' | 'tcp';
  readonly port?: number;
  /** Where the next message of a TCP connection ends; by default all that arrives at once is one. */
  readonly endOf?: (text: string) => number | undefined;
}

/** The folder with the recipes of real devices; without it, recorded conversations are played. */
const PEERS = process.env.HEARTH_PEERS;
const FOLDER = join(import.meta.dirname, '..', 'hub', 'devices');
const HOST = '127.0.0.1';

/** Opens a device, started. */
export async function openDevice(recipe: Recipe): Promise<RecordedDevice> {
  const file = join(FOLDER, `${recipe.name}.recorded.jsonl`);
  const recorded = existsSync(file) ? rowsOf(file) : [];
  const rows: Row[] = [];
  let target: { readonly host: string; readonly port: number } | undefined;
  const source = PEERS === undefined ? replay(recorded) : proxy(() => target, rows);
  const front = recipe.protocol === 'http' ? httpFront(source) : tcpFront(source, recipe.endOf);
  const run = (verb: string): string =>
    execFileSync('bash', [join(PEERS ?? '', `${recipe.script}.sh`), verb, 'hearth'], { encoding: 'utf8' });
  const startReal = (): void => {
    const started = JSON.parse(run('start').trim().split('\n').at(-1) ?? '{}');
    const [host = HOST, port = recipe.port] = String(started[recipe.addressKey ?? 'address']).split(':');
    target = { host, port: Number(port) };
  };
  if (PEERS !== undefined) startReal();
  const port = await front.listen(0);
  return {
    ...{ host: HOST, port, address: `${HOST}:${port}`, isReal: PEERS !== undefined },
    start: async () => {
      if (PEERS !== undefined) startReal();
      await front.listen(port);
    },
    stop: async () => {
      await front.close();
      if (PEERS !== undefined) run('stop');
    },
    close: async () => {
      await front.close();
      if (PEERS !== undefined) run('stop');
      if (process.env.HEARTH_RECORD !== undefined)
        writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
  };
}

/** What answers requests, and what connections are opened to. */
interface Source {
  ask(request: {
    readonly ask: string;
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }): Promise<{
    readonly status: number;
    readonly answer: string;
  }>;
  /** A connection that stays open; `send` passes on what the device sends. */
  open(path: string, send: (text: string) => void, end: () => void): (text: string) => void;
}

/** Plays recorded exchanges: the answers to a question in their order, the last one again and again. */
function replay(rows: readonly Row[]): Source {
  const byAsk = grouped(rows);
  const used = new Map<string, number>();
  const open = new Set<(text: string) => void>();
  const next = (ask: string): Row | undefined => {
    const own = byAsk.get(ask) ?? [];
    const at = used.get(ask) ?? 0;
    used.set(ask, at + 1);
    return own[Math.min(at, own.length - 1)];
  };
  const push = (row: Row | undefined): void => {
    for (const text of row?.after ?? []) for (const send of open) send(text);
  };
  return {
    ask: async ({ ask }) => {
      const row = next(ask);
      setImmediate(() => push(row));
      return row === undefined
        ? { status: 404, answer: '' }
        : { status: row.status ?? 200, answer: row.answer ?? '' };
    },
    open: (path, send) => {
      open.add(send);
      for (const text of next(`open ${path}`)?.after ?? []) send(text);
      return (text) => {
        for (const one of next(text)?.after ?? []) send(one);
      };
    },
  };
}

function grouped(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.ask, [...(groups.get(row.ask) ?? []), row]);
  return groups;
}

/** Passes everything on to the real device and records it. */
function proxy(
  target: () => { readonly host: string; readonly port: number } | undefined,
  rows: Row[],
): Source {
  const add = (row: Row): void => void rows.push(row);
  const sent = (text: string): void => {
    const last = rows.at(-1);
    if (last !== undefined) rows[rows.length - 1] = { ...last, after: [...(last.after ?? []), text] };
  };
  const place = (): string => `${target()?.host}:${target()?.port}`;
  return {
    ask: async ({ ask, method, path, body }) => {
      const response = await fetch(`http://${place()}${path}`, {
        method,
        ...(method === 'GET' ? {} : { body }),
      });
      const answer = await response.text();
      add({ ask, status: response.status, answer });
      return { status: response.status, answer };
    },
    open: (path, send, end) => {
      add({ ask: `open ${path}` });
      const take = (text: string): void => {
        sent(text);
        send(text);
      };
      if (path === '') {
        const socket = connect(target()?.port ?? 0, target()?.host);
        socket.setEncoding('latin1');
        socket.on('data', take).on('close', end).on('error', end);
        return (text) => {
          add({ ask: text });
          socket.write(text, 'latin1');
        };
      }
      const socket = new WebSocket(`ws://${place()}${path}`);
      socket
        .on('message', (data) => take(String(data)))
        .on('close', end)
        .on('error', end);
      return (text) => {
        add({ ask: text });
        socket.send(text);
      };
    },
  };
}

interface Front {
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

function httpFront(source: Source): Front {
  let server: Server | undefined;
  const sockets = new Set<Duplex>();
  return {
    listen: (port) => {
      server = createServer((request, response) => void answer(source, request, response));
      new WebSocketServer({ server }).on('connection', (socket, { url = '' }) => {
        const take = source.open(
          url,
          (text) => socket.send(text),
          () => socket.close(),
        );
        socket.on('message', (data) => take(String(data)));
      });
      // Also those that became WebSockets.
      server.on('connection', (socket: Duplex) => sockets.add(socket));
      return listening(server, port);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      return closed(server);
    },
  };
}

async function answer(source: Source, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '' } = request;
  let body = '';
  for await (const chunk of request) body += String(chunk);
  try {
    const { status, answer: text } = await source.ask({
      ask: `${method} ${path} ${body}`.trim(),
      method,
      path,
      body,
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  } catch {
    response.destroy();
  }
}

function tcpFront(source: Source, endOf: Recipe['endOf'] = ({ length }) => length): Front {
  let server: TcpServer | undefined;
  const sockets = new Set<Socket>();
  return {
    listen: (port) => {
      server = createTcpServer((socket) => {
        sockets.add(socket.setEncoding('latin1'));
        const take = source.open(
          '',
          (text) => void socket.write(text, 'latin1'),
          () => socket.destroy(),
        );
        let pending = '';
        socket
          .on('error', () => {})
          .on('data', (text) => {
            pending += String(text);
            for (let end = endOf(pending); pending !== '' && end !== undefined; end = endOf(pending)) {
              take(pending.slice(0, end));
              pending = pending.slice(end);
            }
          });
        socket.on('close', () => sockets.delete(socket));
      });
      return listening(server, port);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closed(server);
    },
  };
}

function listening(server: TcpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: TcpServer | undefined): Promise<void> {
  return new Promise((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
}

function rowsOf(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
