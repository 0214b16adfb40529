import { createHash, randomBytes } from 'node:crypto';
import { hostInUrl, LoginRefused, NotReachable, RequestSocket, z } from 'hearth-integration';
import WebSocket from 'ws';

const Failure = z.object({ code: z.number(), message: z.string().default('') });
const Frame = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: Failure.optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const Challenge = z.object({ nonce: z.union([z.number(), z.string()]), realm: z.string().max(200) });

/** What a device tells by itself: the parts of its status that changed, or what happened. */
export interface Notice {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const TIMEOUT = 10_000;
const MAX_FRAME = 1024 * 1024;
/** How often a silent device is asked whether it is still there. */
const PING = 15_000;
const SOURCE = 'hearth';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A connection to a device of the second generation or later: JSON-RPC over a WebSocket. */
export class ShellyRpc {
  private readonly requests: RequestSocket;
  private readonly password: string | undefined;
  private challenge: z.infer<typeof Challenge> | undefined;
  private count = 0;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<unknown>;

  private constructor(
    socket: WebSocket,
    password: string | undefined,
    onNotice: ((notice: Notice) => void) | undefined,
  ) {
    this.password = password;
    this.requests = new RequestSocket(socket, {
      ...{ timeout: TIMEOUT, ping: PING },
      take: (text) => this.take(text, onNotice),
    });
    this.closed = this.requests.closed;
  }

  /** Connects. With `onNotice`, the device tells what changes. */
  static open(
    host: string,
    port: number,
    password: string | undefined,
    onNotice?: (notice: Notice) => void,
  ): Promise<ShellyRpc> {
    const socket = new WebSocket(`ws://${hostInUrl(host)}:${port}/rpc`, {
      handshakeTimeout: TIMEOUT,
      maxPayload: MAX_FRAME,
      followRedirects: false,
    });
    return new Promise((resolve, reject) => {
      socket.once('error', (error) =>
        reject(new NotReachable(`${host} refuses the connection: ${error.message}`, 'not_shelly', 'host')),
      );
      socket.once('open', () => {
        socket.removeAllListeners('error');
        resolve(new ShellyRpc(socket, password, onNotice));
      });
    });
  }

  close(): void {
    this.requests.close();
  }

  /** Calls a method. Throws `LoginRefused`, `NotReachable`, or an `Error` with what the device says. */
  async call(method: string, params: object = {}): Promise<unknown> {
    try {
      return await this.send(method, params);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== 401) throw error;
      if (this.password === undefined) throw new LoginRefused('The device asks for a password');
      this.challenge = challengeOf(error.message);
      this.count = 0;
    }
    try {
      return await this.send(method, params);
    } catch (error) {
      if (error instanceof RpcError && error.code === 401)
        throw new LoginRefused('The device refuses the password');
      throw error;
    }
  }

  private send(method: string, params: object): Promise<unknown> {
    const { challenge } = this;
    const auth = challenge === undefined ? {} : { auth: this.proof(challenge) };
    return this.requests.request(method, (id) => ({ id, src: SOURCE, method, params, ...auth }));
  }

  private proof({ nonce, realm }: z.infer<typeof Challenge>): object {
    this.count += 1;
    const cnonce = randomBytes(8).toString('hex');
    const secret = sha256(`admin:${realm}:${this.password}`);
    const page = sha256('dummy_method:dummy_uri');
    const response = sha256(`${secret}:${nonce}:${this.count}:${cnonce}:auth:${page}`);
    return { realm, username: 'admin', nonce, cnonce, nc: this.count, response, algorithm: 'SHA-256' };
  }

  private take(text: string, onNotice: ((notice: Notice) => void) | undefined): void {
    const frame = Frame.safeParse(parsed(text));
    if (!frame.success) return;
    const { id, result, error, method, params = {} } = frame.data;
    if (method !== undefined) onNotice?.({ method, params });
    else if (id === undefined) return;
    else if (error === undefined) this.requests.succeed(id, result);
    else this.requests.fail(id, new RpcError(error.code, error.message));
  }
}

/** What a device answers to a call it does not carry out. */
class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message === '' ? `The device answered with error ${code}` : message.slice(0, 1000));
    this.code = code;
  }
}

function challengeOf(message: string): z.infer<typeof Challenge> {
  const read = Challenge.safeParse(parsed(message));
  if (!read.success) throw new LoginRefused('The device asks for a login in a way that is not known');
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
