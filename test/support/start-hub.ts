import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createToken } from '../../src/auth/administration.ts';
import { loadSettings } from '../../src/config/load.ts';
import type { Clock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { type Hub, startHub } from '../../src/hub.ts';
import { type DataFolder, openDataFolder } from '../../src/storage/data-folder.ts';
import { RunningClock } from './running-clock.ts';

/** The default clock of all hubs of a process; it continues across restarts of a hub. */
export const testTime = new RunningClock();

/** A complete server in this process, on a free port, with the owner's token. */
export interface TestHub {
  readonly hub: Hub;
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  readonly folder: DataFolder;
  /** Sends a REST request; a body that is not text is sent as JSON. */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  connect(token?: string): Promise<TestClient>;
  stop(): Promise<void>;
}

export interface RestAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly json: any;
  readonly headers: Headers;
}

/**
 * Starts a hub; `flags` are settings by path, such as `demo` or `mqtt.url`. Without a given data folder, a
 * temporary one is used.
 */
export async function startTestHub(
  flags: Record<string, string | boolean> = {},
  given?: string,
  clock: Clock = testTime,
): Promise<TestHub> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'hearth-test-'));
  mkdirSync(dataDir, { recursive: true });
  const readSettings = () =>
    loadSettings({
      flags: { 'http.port': '0', 'http.host': '127.0.0.1', dataDir, ...flags },
      variables: {},
    });
  const { settings } = await readSettings();
  const folder = await openDataFolder({ folder: dataDir, clock, log: silentLog });
  const hub = await startHub({
    settings,
    logFile: { log: silentLog, readErrorLog: async () => '', flush: async () => {} },
    version: '0.0.0',
    clock,
    folder,
    onStopAsked: () => {},
    checkConfig: async () => null,
    readSettings,
    readSection: async (name) => (await readSettings()).settings.sections.get(name),
  }).catch(async (error: unknown) => {
    await folder.release();
    throw error;
  });
  const url = `http://127.0.0.1:${hub.port}`;
  const token = await createToken(hub.auth, { name: `test ${Math.random()}` });
  const clients: TestClient[] = [];
  return {
    hub,
    url,
    token,
    dataDir,
    folder,
    rest: (method, path, body, headers = {}) => rest(url, token, { method, path, body, headers }),
    connect: async (own = token) => {
      const client = await TestClient.open(url, own);
      clients.push(client);
      return client;
    },
    stop: async () => {
      for (const client of clients) client.close();
      await hub.stop();
      await folder.release();
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

async function rest(
  url: string,
  token: string,
  { method, path, body, headers }: RestRequest,
): Promise<RestAnswer> {
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, text, json, headers: response.headers };
}

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
