import { LoginRefused, NotReachable } from 'hearth-integration';
import WebSocket from 'ws';
import { Refused } from './refused.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Message = Readonly<Record<string, unknown>>;

const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 30_000;
const PING_EVERY = 20_000;
/** States of ten thousand entities in one message. */
const MAX_MESSAGE = 64 * 1024 * 1024;

/** A connection to another hub, logged in. It is not made again when it ends. */
export class HubSocket {
  /** The version that the other hub names when it asks for the login. */
  version = '';
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<number, (event: unknown) => void>();
  private readonly ended: Promise<Error>;
  private end: (reason: Error) => void = () => {};
  private nextId = 1;
  private isAlive = true;

  private constructor(url: string) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
    this.socket = new WebSocket(socketUrl(url), {
      handshakeTimeout: CONNECT_WITHIN,
      maxPayload: MAX_MESSAGE,
      followRedirects: false,
    });
  }

  /** Connects and logs in. Throws `NotReachable` or `LoginRefused`. */
  static async open(url: string, token: string, signal?: AbortSignal): Promise<HubSocket> {
    const own = new HubSocket(url);
    signal?.addEventListener('abort', () => own.close(), { once: true });
    try {
      await own.logIn(token);
    } catch (error) {
      own.close();
      throw error;
    }
    return own;
  }

  /** Resolves with the reason when the connection has ended. */
  whenEnded(): Promise<Error> {
    return this.ended;
  }

  close(): void {
    this.socket.terminate();
  }

  /** Sends a command and resolves with its result. Throws `Refused`, or `NotReachable` if there is no answer. */
  ask(command: Message & { readonly type: string }): Promise<unknown> {
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new NotReachable(`There was no answer to ${command.type}`));
      }, ANSWER_WITHIN);
      const settled = <Value>(take: (value: Value) => void) => {
        return (value: Value): void => {
          clearTimeout(timer);
          this.waiting.delete(id);
          take(value);
        };
      };
      this.waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.send({ ...command, id });
    });
  }

  /** Subscribes; `listener` gets each event in order. */
  async subscribe(
    command: Message & { readonly type: string },
    listener: (event: unknown) => void,
  ): Promise<void> {
    // Events may come right behind the answer.
    this.listeners.set(this.nextId, listener);
    await this.ask(command);
  }

  private send(message: Message): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private logIn(token: string): Promise<void> {
    const { socket } = this;
    const pings = setInterval(() => {
      if (!this.isAlive) socket.terminate();
      this.isAlive = false;
      socket.ping();
    }, PING_EVERY);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NotReachable('There is no hub at this address: it does not ask for a login'));
        socket.terminate();
      }, CONNECT_WITHIN);
      const over = (reason: Error): void => {
        clearInterval(pings);
        clearTimeout(timer);
        reject(reason);
        for (const one of [...this.waiting.values()]) one.reject(reason);
        this.end(reason);
      };
      socket.on('pong', () => {
        this.isAlive = true;
      });
      socket.on('error', (error) => over(unreachable(error)));
      socket.on('close', () => over(new NotReachable('The connection was closed')));
      socket.on('message', (data) => {
        this.isAlive = true;
        for (const message of messagesOf(String(data))) {
          if (message.type === 'auth_required') {
            this.version = String(message.ha_version ?? '').slice(0, 50);
            this.send({ type: 'auth', access_token: token });
          } else if (message.type === 'auth_invalid') {
            const text = String(message.message ?? '').slice(0, 500);
            reject(new LoginRefused(`The token is refused: ${text}`));
          } else if (message.type === 'auth_ok') {
            clearTimeout(timer);
            resolve();
          } else this.take(message);
        }
      });
    });
  }

  private take(message: Message): void {
    const id = Number(message.id);
    if (message.type === 'event') {
      this.listeners.get(id)?.(message.event);
      return;
    }
    if (message.type !== 'result') return;
    if (message.success === true) this.waiting.get(id)?.resolve(message.result);
    else this.waiting.get(id)?.reject(refusalOf(message.error));
  }
}

/** The messages of a frame; a hub may send several at once. Broken ones are left out. */
function messagesOf(text: string): Message[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const all = Array.isArray(parsed) ? parsed : [parsed];
    return all.filter((one): one is Message => typeof one === 'object' && one !== null);
  } catch {
    return [];
  }
}

function refusalOf(error: unknown): Refused {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return new Refused(String(code ?? 'failed').slice(0, 100), String(message ?? '').slice(0, 1000));
}

/** Errors of the handshake say that something else answers there; the others are Node's network errors. */
function unreachable(error: Error): Error {
  return 'code' in error ? error : new NotReachable(error.message);
}

/** `https://hub.example/sub` as `wss://hub.example/sub/api/websocket`. */
function socketUrl(url: string): string {
  return `${url.replace(/^http/, 'ws')}/api/websocket`;
}
