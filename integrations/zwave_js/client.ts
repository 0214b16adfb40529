import { NotReachable, RequestSocket, z } from 'hearth-integration';
import WebSocket from 'ws';
import { type Node, readNodes } from './nodes.ts';

const Version = z.object({
  type: z.literal('version'),
  homeId: z.number().optional(),
  serverVersion: z.string().max(100).default(''),
  driverVersion: z.string().max(100).default(''),
  minSchemaVersion: z.int(),
  maxSchemaVersion: z.int(),
});
export type Version = z.infer<typeof Version>;

const Result = z.object({
  type: z.literal('result'),
  messageId: z.string(),
  success: z.boolean(),
  result: z.unknown().optional(),
  errorCode: z.string().max(200).optional(),
  message: z.string().optional(),
  zwaveErrorMessage: z.string().optional(),
});

const Event = z.object({
  type: z.literal('event'),
  event: z.looseObject({ source: z.string(), event: z.string() }),
});
/** Something happened at a node, the controller or the driver. */
export type ZwaveEvent = z.infer<typeof Event>['event'];

const State = z.object({ state: z.object({ nodes: z.array(z.unknown()).max(1000) }) });
const SetResult = z.object({
  result: z.object({ status: z.int(), message: z.string().optional() }).optional(),
});

const TIMEOUT = 30_000;
const CONNECT_WITHIN = 10_000;
const PING = 30_000;
const MAX_FRAME = 32 * 1024 * 1024;
/** The newest form of messages that is known, and the oldest that has all that is needed. */
const [NEWEST, OLDEST] = [50, 44];
/** What a node can answer to a new value, besides that all is well. */
const REFUSED: Readonly<Record<number, string>> = {
  0: 'the node does not support it',
  2: 'the node refused it',
  3: 'the node has no such part',
  4: 'this is not implemented',
  5: 'the value is not valid',
  6: 'the value is not valid',
};

/** A connection to a Z-Wave JS server. */
export class ZwaveClient {
  private readonly requests: RequestSocket;
  /** What the server said about itself. */
  readonly version: Version;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<unknown>;

  private constructor(socket: WebSocket, version: Version, happened: (event: ZwaveEvent) => void) {
    this.version = version;
    this.requests = new RequestSocket(socket, {
      ...{ timeout: TIMEOUT, ping: PING },
      take: (text) => this.take(text, happened),
    });
    this.closed = this.requests.closed;
  }

  /** Connects. Throws `NotReachable`, with the code `not_zwave` or `old_server` where that is known. */
  static open(url: string, happened: (event: ZwaveEvent) => void = () => {}): Promise<ZwaveClient> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, {
        ...{ handshakeTimeout: CONNECT_WITHIN, maxPayload: MAX_FRAME, followRedirects: false },
      });
      const fail = (message: string, code?: string): void => {
        clearTimeout(timer);
        socket.terminate();
        reject(new NotReachable(message, code, code === undefined ? 'base' : 'url'));
      };
      const timer = setTimeout(() => fail('The server did not say its version'), CONNECT_WITHIN);
      socket.on('error', (error) => fail(`The server cannot be reached: ${error.message}`));
      socket.on('close', () => fail('The server closed the connection: it may not be ready'));
      socket.once('message', (data) => {
        const version = Version.safeParse(parsed(String(data)));
        if (!version.success) return fail('This is no Z-Wave JS server', 'not_zwave');
        if (version.data.maxSchemaVersion < OLDEST || version.data.minSchemaVersion > NEWEST)
          return fail(`The server speaks version ${version.data.maxSchemaVersion}`, 'old_server');
        clearTimeout(timer);
        socket.removeAllListeners();
        resolve(new ZwaveClient(socket, version.data, happened));
      });
    });
  }

  close(): void {
    this.requests.close();
  }

  /** Begins to follow the network, and returns all nodes. */
  async listen(): Promise<Node[]> {
    const schemaVersion = Math.min(NEWEST, this.version.maxSchemaVersion);
    await this.call('initialize', { schemaVersion, additionalUserAgentComponents: { hearth: '1' } });
    const read = State.safeParse(await this.call('start_listening'));
    if (!read.success) throw new NotReachable('The server does not say which nodes there are');
    return readNodes(read.data.state.nodes);
  }

  /** Sets a value of a node. Throws an `Error` with why the node did not take it. */
  async set(nodeId: number, valueId: object, value: unknown, options?: object): Promise<void> {
    const more = options === undefined ? {} : { options };
    const answer = await this.call('node.set_value', { nodeId, valueId, value, ...more });
    const { status = 255, message } = SetResult.safeParse(answer).data?.result ?? {};
    const refusal = REFUSED[status];
    if (refusal !== undefined)
      throw new Error(`Node ${nodeId} did not take the value: ${message?.slice(0, 300) ?? refusal}`);
  }

  /** Sends a command. Throws an `Error` with what the server says. */
  call(command: string, fields: object = {}): Promise<unknown> {
    return this.requests.request(command, (id) => ({ messageId: String(id), command, ...fields }));
  }

  private take(text: string, happened: (event: ZwaveEvent) => void): void {
    const message = parsed(text);
    const event = Event.safeParse(message);
    if (event.success) {
      happened(event.data.event);
      return;
    }
    const result = Result.safeParse(message);
    if (!result.success) return;
    const { messageId, success, errorCode = 'unknown', message: said, zwaveErrorMessage } = result.data;
    const id = Number(messageId);
    if (success) this.requests.succeed(id, result.data.result);
    else
      this.requests.fail(
        id,
        new Error(`The server says: ${(zwaveErrorMessage ?? said ?? errorCode).slice(0, 500)}`),
      );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
