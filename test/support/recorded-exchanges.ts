import { request as askHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as askHttps } from 'node:https';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

/** One exchange: what was asked (`open` for a new connection), the answer, and what the device sent by itself afterwards. */
export interface Row {
  readonly ask: string;
  readonly status?: number;
  /** Bytes as characters (Latin-1), as everywhere here. */
  readonly answer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly after?: string[];
}

/** What somebody asks over HTTP. */
export interface Asked {
  readonly ask: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** What the device answers; `follow` for an answer that goes on for ever. */
export interface Answered {
  readonly status: number;
  readonly answer: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly follow?: (send: (text: string) => void, end: () => void) => void;
}

/** What answers requests, and what connections are opened to. */
export interface Source {
  ask(request: Asked): Promise<Answered>;
  /** A connection that stays open; `send` passes on what the device sends. */
  open(path: string, send: (text: string) => void, end: () => void): (text: string) => void;
  /** Something happens at the device: `run` does it to the real one. */
  act(name: string, run: () => Promise<unknown>): Promise<void>;
}

/** Where the real device is. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
}

const STREAM = 'text/event-stream';
const KEPT_HEADERS = ['content-type', 'etag', 'location', 'dav', 'www-authenticate'];

/** A question without what differs from run to run: times and random IDs. */
export function general(ask: string): string {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
  return ask.replace(/\d{8}T\d{6}Z/g, 'TIME').replace(uuid, 'UUID');
}

/**
 * Plays recorded exchanges: the answers to a question in their order, the last one again and again. What was recorded
 * after something happened at the device is played once it happens.
 */
export function replay(rows: readonly Row[]): Source {
  const acts = rows.flatMap(({ ask }, index) => (ask.startsWith('act ') ? [index] : []));
  const byAsk = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    const ask = general(row.ask);
    byAsk.set(ask, [...(byAsk.get(ask) ?? []), index]);
  }
  const used = new Map<string, number>();
  const open = new Set<(text: string) => void>();
  /** How many acts have happened. */
  let happened = 0;
  /** What was asked once over a connection that stays open: commands, mostly. Their effects are not shown before them. */
  const once = rows.flatMap(({ ask }, index) => (byAsk.get(general(ask))?.length === 1 ? [index] : []));
  let reached = -1;
  const next = (asked: string, isOrdered = false): Row | undefined => {
    const ask = general(asked);
    const own = byAsk.get(ask) ?? [];
    if (isOrdered && own.length === 1) reached = Math.max(reached, own[0] ?? -1);
    const command = isOrdered ? (once.find((index) => index > reached) ?? rows.length) : rows.length;
    const [from, end] = [acts[happened - 1] ?? -1, acts[happened] ?? rows.length];
    const to = Math.min(end, Math.max(command, reached + 1));
    const allowed = own.filter((index) => index < to);
    const first = allowed.find((index) => index > from && index > (used.get(ask) ?? -1));
    const index = first ?? allowed.at(-1) ?? own[0];
    if (index === undefined) return undefined;
    used.set(ask, index);
    return rows[index];
  };
  const push = (row: Row | undefined): void => {
    for (const text of row?.after ?? []) for (const send of open) send(text);
  };
  return {
    ask: async ({ ask }) => {
      const row = next(ask);
      const { status = row === undefined ? 404 : 200, answer = '', headers = {} } = row ?? {};
      const isStream = headers['content-type']?.startsWith(STREAM) === true;
      if (!isStream) setImmediate(() => push(row));
      return {
        ...{ status, answer, headers },
        ...(isStream
          ? {
              follow: (send) => {
                open.add(send);
                for (const text of row?.after ?? []) send(text);
              },
            }
          : {}),
      };
    },
    open: (path, send) => {
      open.add(send);
      for (const text of next(`open ${path}`, true)?.after ?? []) send(text);
      return (text) => {
        for (const one of next(text, true)?.after ?? []) send(one);
      };
    },
    act: async (name) => {
      const index = rows.findIndex(({ ask }, at) => at >= (acts[happened] ?? 0) && ask === `act ${name}`);
      happened = acts.indexOf(index) + 1;
      reached = Math.max(reached, index);
      push(rows[index]);
    },
  };
}

/** Passes everything on to the real device and records it. */
export function proxy(target: () => Target, rows: Row[]): Source {
  const add = (row: Row): void => void rows.push({ ...row, ask: general(row.ask) });
  const sent = (text: string): void => {
    const last = rows.at(-1);
    if (last !== undefined) rows[rows.length - 1] = { ...last, after: [...(last.after ?? []), text] };
  };
  return {
    ask: async ({ ask, method, path, body, headers }) => {
      const response = await passOn(target(), method, path, body, headers);
      const status = response.statusCode ?? 500;
      const kept = keptHeaders(response.headers);
      response.setEncoding('latin1');
      if (kept['content-type']?.startsWith(STREAM) === true) {
        add({ ask, status, headers: kept });
        const follow: Answered['follow'] = (send, end) => {
          response.on('data', (text: string) => {
            sent(text);
            send(text);
          });
          response.on('close', end);
        };
        return { status, answer: '', headers: kept, follow };
      }
      let answer = '';
      for await (const text of response) answer += text;
      add({ ask, status, answer, ...(Object.keys(kept).length > 0 ? { headers: kept } : {}) });
      return { status, answer, headers: kept };
    },
    open: (path, send, end) => {
      const { host, port } = target();
      add({ ask: `open ${path}` });
      const take = (text: string): void => {
        sent(text);
        send(text);
      };
      if (path === '') {
        const socket = connect(port, host);
        socket.setEncoding('latin1');
        socket.on('data', (text) => take(String(text)));
        socket.on('close', end).on('error', end);
        return (text) => {
          add({ ask: text });
          socket.write(text, 'latin1');
        };
      }
      const socket = new WebSocket(`ws://${host}:${port}${path}`);
      const early: string[] = [];
      socket
        .on('open', () => {
          for (const text of early) socket.send(text);
        })
        .on('message', (data) => take(String(data)))
        .on('close', end)
        .on('error', end);
      return (text) => {
        add({ ask: text });
        if (socket.readyState === WebSocket.CONNECTING) early.push(text);
        else socket.send(text);
      };
    },
    act: async (name, run) => {
      add({ ask: `act ${name}` });
      await run();
    },
  };
}

function passOn(
  { host, port, isEncrypted }: Target,
  method: string,
  path: string,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<IncomingMessage> {
  const { host: _, connection: __, 'transfer-encoding': ___, 'accept-encoding': ____, ...passed } = headers;
  const bytes = Buffer.from(body, 'latin1');
  const options = {
    ...{ host, port, method, path, rejectUnauthorized: false, agent: false },
    headers: { ...passed, ...(bytes.length > 0 ? { 'content-length': bytes.length } : {}) },
  };
  return new Promise((resolve, reject) => {
    const request = isEncrypted ? askHttps(options, resolve) : askHttp(options, resolve);
    request.on('error', reject).end(bytes);
  });
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      // Devices that say JSON are the usual case.
      return typeof value === 'string' && value !== 'application/json' ? [[name, value]] : [];
    }),
  );
}
