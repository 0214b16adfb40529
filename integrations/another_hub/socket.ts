import { LoginRefused, NotReachable, RequestSocket } from 'hearth-integration';
import WebSocket from 'ws';
import { Refused } from './refused.ts';

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
  private readonly requests: RequestSocket;
  private readonly listeners = new Map<number, (event: unknown) => void>();
  private onMessage: (message: Message) => void = () => {};

  private constructor(url: string) {
    this.socket = new WebSocket(socketUrl(url), {
      handshakeTimeout: CONNECT_WITHIN,
      maxPayload: MAX_MESSAGE,
      followRedirects: false,
    });
    this.requests = new RequestSocket(this.socket, {
      ...{ timeout: ANSWER_WITHIN, ping: PING_EVERY },
      take: (text) => {
        for (const message of messagesOf(text)) this.onMessage(message);
      },
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
    return this.requests.closed;
  }

  close(): void {
    this.requests.close();
  }

  /** Sends a command and resolves with its result. Throws `Refused`, or `NotReachable` if there is no answer. */
  ask(command: Message & { readonly type: string }): Promise<unknown> {
    return this.requests.request(command.type, (id) => ({ ...command, id }));
  }

  /** Subscribes; `listener` gets each event in order. */
  async subscribe(
    command: Message & { readonly type: string },
    listener: (event: unknown) => void,
  ): Promise<void> {
    // Events may come right behind the answer.
    this.listeners.set(this.requests.nextId, listener);
    await this.ask(command);
  }

  private logIn(token: string): Promise<void> {
    const { socket } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NotReachable('There is no hub at this address: it does not ask for a login'));
        this.close();
      }, CONNECT_WITHIN);
      void this.requests.closed.then((reason) => {
        clearTimeout(timer);
        reject(reason);
      });
      this.onMessage = (message) => {
        if (message.type === 'auth_required') {
          this.version = String(message.ha_version ?? '').slice(0, 50);
          if (socket.readyState === WebSocket.OPEN)
            socket.send(JSON.stringify({ type: 'auth', access_token: token }));
        } else if (message.type === 'auth_invalid') {
          const text = String(message.message ?? '').slice(0, 500);
          reject(new LoginRefused(`The token is refused: ${text}`));
        } else if (message.type === 'auth_ok') {
          clearTimeout(timer);
          resolve();
        } else this.take(message);
      };
    });
  }

  private take(message: Message): void {
    const id = Number(message.id);
    if (message.type === 'event') this.listeners.get(id)?.(message.event);
    else if (message.type !== 'result') return;
    else if (message.success === true) this.requests.succeed(id, message.result);
    else this.requests.fail(id, refusalOf(message.error));
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

/** `https://hub.example/sub` as `wss://hub.example/sub/api/websocket`. */
function socketUrl(url: string): string {
  return `${url.replace(/^http/, 'ws')}/api/websocket`;
}
