import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
type Message = any;

/** A WebSocket client that numbers its commands. */
export class TestClient {
  readonly socket: WebSocket;
  /** All messages except the responses to `ask`. */
  readonly events: Message[] = [];
  private id = 0;
  private readonly waiting = new Map<number, (message: Message) => void>();
  private wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
  }

  static async open(url: string, token: string): Promise<TestClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
    const client = new TestClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'auth_required')
          socket.send(JSON.stringify({ type: 'auth', access_token: token }));
        else if (message.type === 'auth_ok') resolve();
        else if (message.type === 'auth_invalid') reject(new Error(message.message));
        else client.take(message);
      });
    });
    return client;
  }

  /** Sends a command and returns the whole response. */
  ask(command: Record<string, unknown>): Promise<Message> {
    this.id += 1;
    const id = this.id;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, ...command }));
    return answer;
  }

  /** Sends a command that must succeed and returns its result. */
  async must(command: Record<string, unknown>): Promise<Message> {
    const answer = await this.ask(command);
    if (answer.success !== true) throw new Error(`${command.type}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  }

  /**
   * Subscribes with fields given as JSON text, for numbers that JavaScript cannot represent; returns the ID.
   */
  async subscribeText(type: string, fields: string): Promise<number> {
    this.id += 1;
    const id = this.id;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(`{"id":${id},"type":"${type}",${fields}}`);
    const { success, error } = await answer;
    if (success !== true) throw new Error(`${type}: ${JSON.stringify(error)}`);
    return id;
  }

  /** Waits for the first matching event, including those already received. */
  async event(fits: (message: Message) => boolean, milliseconds = 5000): Promise<Message> {
    const end = performance.now() + milliseconds;
    for (;;) {
      const found = this.events.find(fits);
      if (found !== undefined) return found;
      const left = end - performance.now();
      if (left <= 0)
        throw new Error(`No such event came; these did: ${JSON.stringify(this.events).slice(0, 2000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.socket.terminate();
  }

  private take(message: Message): void {
    const waiting = message.type === 'event' ? undefined : this.waiting.get(message.id);
    if (waiting === undefined) this.events.push(message);
    else waiting(message);
    this.wake();
  }
}
