import { LineConnection, NotReachable, z } from 'hearth-integration';

const text = z.string().max(1000);
const Volume = z.object({
  muted: z.boolean().default(false),
  percent: z.number().min(0).max(100).default(0),
});

const Client = z.object({
  id: z.string().min(1).max(200),
  connected: z.boolean(),
  config: z.object({ name: text.default(''), latency: z.number().default(0), volume: Volume.prefault({}) }),
  host: z.object({ name: text.default('') }).prefault({}),
});
export type Client = z.infer<typeof Client>;

const Group = z.object({
  id: text,
  muted: z.boolean().default(false),
  stream_id: text,
  clients: z.array(Client).max(500),
});
export type Group = z.infer<typeof Group>;

const Stream = z.object({
  id: text,
  status: text.default('unknown'),
  properties: z
    .object({
      ...{ canControl: z.boolean().default(false), canPlay: z.boolean().default(false) },
      ...{ canPause: z.boolean().default(false), canGoNext: z.boolean().default(false) },
      ...{ canGoPrevious: z.boolean().default(false), canSeek: z.boolean().default(false) },
      playbackStatus: text.optional(),
      position: z.number().optional(),
      metadata: z
        .object({
          title: text.optional(),
          artist: z.array(text).max(50).optional(),
          album: text.optional(),
          albumArtist: z.array(text).max(50).optional(),
          duration: z.number().optional(),
          trackNumber: z.number().optional(),
        })
        .optional()
        .catch(undefined),
    })
    .prefault({}),
});
export type Stream = z.infer<typeof Stream>;

const Status = z.object({
  server: z.object({ groups: z.array(Group).max(500), streams: z.array(Stream).max(500) }),
});
/** What a server has: groups of clients, and the streams they play. */
export type Server = z.infer<typeof Status>['server'];

const Frame = z.object({
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z.object({ message: text.default(''), data: z.unknown().optional() }).optional(),
  method: text.optional(),
});

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

const TIMEOUT = 10_000;
const PING = 30_000;

/** A connection to a Snapcast server: JSON-RPC, one message a line. */
export class SnapcastClient {
  private readonly connection: LineConnection;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;

  private constructor(connection: LineConnection) {
    this.connection = connection;
  }

  static async open(host: string, port: number): Promise<SnapcastClient> {
    return new SnapcastClient(await LineConnection.open(host, port, { limit: 2 * 1024 * 1024 }));
  }

  close(): void {
    this.connection.close();
  }

  /** Reads what the server sends, and calls `changed` for each of its news. Throws when the connection ends. */
  async listen(changed: () => void): Promise<never> {
    const pings = setInterval(() => void this.call('Server.GetRPCVersion').catch(() => this.close()), PING);
    try {
      for (;;) {
        const frame = Frame.safeParse(parsed(await this.connection.line(0)));
        if (!frame.success) throw foreign();
        const { id, result, error, method } = frame.data;
        if (method !== undefined) changed();
        const waiting = id == null ? undefined : this.waiting.get(id);
        if (id == null || waiting === undefined) continue;
        this.waiting.delete(id);
        clearTimeout(waiting.timer);
        if (error === undefined) waiting.resolve(result);
        else
          waiting.reject(new Error(`The server says: ${String(error.data ?? error.message).slice(0, 300)}`));
      }
    } finally {
      clearInterval(pings);
      for (const { reject, timer } of this.waiting.values()) {
        clearTimeout(timer);
        reject(new NotReachable('The connection was closed'));
      }
      this.waiting.clear();
      this.close();
    }
  }

  /** Calls a method of the server, while somebody listens. Throws an `Error` with what the server says. */
  call(method: string, params?: object): Promise<unknown> {
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new NotReachable(`${method} was not answered within ${TIMEOUT} ms`));
      }, TIMEOUT);
      this.waiting.set(id, { resolve, reject, timer });
      try {
        this.connection.write(`${JSON.stringify({ id, jsonrpc: '2.0', method, params })}\r\n`);
      } catch (error) {
        this.waiting.delete(id);
        clearTimeout(timer);
        reject(error as Error);
      }
    });
  }

  /** All that the server has. Throws `NotReachable`, with the code `not_snapcast` if it is something else. */
  async status(): Promise<Server> {
    const read = Status.safeParse(await this.call('Server.GetStatus'));
    if (!read.success) throw foreign();
    return read.data.server;
  }
}

function foreign(): NotReachable {
  return new NotReachable('This is no Snapcast server', 'not_snapcast', 'host');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
