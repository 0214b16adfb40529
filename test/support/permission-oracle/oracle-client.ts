import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { TestHub } from '../start-hub.ts';

export interface Answer {
  /** `success`, an error code, an HTTP status, or `closed`. */
  readonly outcome: string;
  /** Everything received, including events. */
  readonly text: string;
}

interface Waiting {
  readonly resolve: (text: string) => void;
}

const ATTEMPTS = 100;
const REST = 100;
const MOST_TURNS = 3;

/** A caller's WebSocket connection and HTTP requests; both return texts, which the oracle searches. */
export class OracleClient {
  private readonly url: string;
  private readonly secret: string;
  private socket: WebSocket | undefined;
  private id = 0;
  private readonly answers = new Map<number, Waiting>();
  private readonly events = new Map<number, string[]>();

  constructor({ url }: Pick<TestHub, 'url'>, secret: string) {
    this.url = url;
    this.secret = secret;
  }

  /**
   * Sends a command and returns everything received for it. A subscription is ended after its first events,
   * unless `stays` is set.
   */
  async ask(message: object, stays = false): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.once(message, stays);
      // Callers share the server: a rate-limited request is repeated, since it was not checked.
      if (!answer.text.includes('too_many_requests') || attempt === ATTEMPTS) return answer;
      await pause(REST);
    }
  }

  private async once(message: object, stays: boolean): Promise<Answer> {
    const socket = await this.open();
    const id = this.send(message);
    const first = await this.answerTo(id);
    if (first === 'closed') return { outcome: 'closed', text: '' };
    const { success, error } = JSON.parse(first);
    const subscribes = /subscribe|render_template/.test(JSON.stringify((message as { type?: string }).type));
    if (subscribes && success === true && socket.readyState === WebSocket.OPEN) await this.hear(id);
    const text = [first, ...(this.events.get(id) ?? [])].join('\n');
    if (subscribes && success === true && !stays) {
      await this.answerTo(this.send({ type: 'unsubscribe_events', subscription: id }));
      this.events.delete(id);
    }
    return { outcome: success === true || success === undefined ? 'success' : String(error?.code), text };
  }

  /** Waits for the first event of a subscription; most have none without a change. */
  private async hear(id: number): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS && !this.events.has(id); turn += 1) await this.settle();
  }

  /** Waits until pending messages have arrived: a later command has been answered by then. */
  async settle(): Promise<void> {
    await new Promise(setImmediate);
    await this.answerTo(this.send({ type: 'ping' }));
  }

  /** Returns the events since the last call. */
  takeEvents(): string {
    const text = [...this.events.values()].flat().join('\n');
    this.events.clear();
    return text;
  }

  /** Sends an HTTP request; a body that is not text is sent as JSON, and `isSigned` omits the token. */
  async request(method: string, path: string, body?: unknown, isSigned = false): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: isSigned ? {} : { authorization: `Bearer ${this.secret}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const isEndless = /event-stream|multipart/.test(type);
    const text = isEndless ? '' : await response.text();
    await response.body?.cancel().catch(() => {});
    return { outcome: String(response.status), text };
  }

  close(): void {
    this.socket?.terminate();
  }

  private async open(): Promise<WebSocket> {
    if (this.socket?.readyState === WebSocket.OPEN) return this.socket;
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/websocket`);
    this.socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => {
        for (const { resolve: answer } of this.answers.values()) answer('closed');
        this.answers.clear();
        reject(new Error('The connection was closed'));
      });
      socket.on('message', (data) => {
        for (const message of [JSON.parse(String(data))].flat()) {
          if (message.type === 'auth_required')
            socket.send(JSON.stringify({ type: 'auth', access_token: this.secret }));
          else if (message.type === 'auth_ok') resolve();
          else if (message.type === 'auth_invalid') reject(new Error(message.message));
          else this.take(message);
        }
      });
    });
    return socket;
  }

  private take(message: { readonly id: number; readonly type: string }): void {
    const { id, type } = message;
    const text = JSON.stringify(message);
    const waiting = type === 'event' ? undefined : this.answers.get(id);
    if (waiting === undefined) this.events.set(id, [...(this.events.get(id) ?? []), text]);
    else {
      this.answers.delete(id);
      waiting.resolve(text);
    }
  }

  private send(message: object): number {
    this.id += 1;
    this.socket?.send(JSON.stringify({ id: this.id, ...message }));
    return this.id;
  }

  private answerTo(id: number): Promise<string> {
    return new Promise((resolve) => {
      if (this.socket?.readyState === WebSocket.OPEN) this.answers.set(id, { resolve });
      else resolve('closed');
    });
  }
}
