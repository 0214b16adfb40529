import { WebSocket } from 'ws';
import { documentRoutes } from '../../src/api/documents/document-routes.ts';
import { HttpServer } from '../../src/api/http-server.ts';
import type { Route } from '../../src/api/rest/route.ts';
import { eventRoutes } from '../../src/api/rest/routes/events.ts';
import { homeRoutes } from '../../src/api/rest/routes/home.ts';
import { type ServicesShape, serviceRoutes } from '../../src/api/rest/routes/services.ts';
import { stateRoutes } from '../../src/api/rest/routes/states.ts';
import { streamRoutes } from '../../src/api/rest/routes/stream.ts';
import type { Services } from '../../src/api/services.ts';
import { StateList } from '../../src/api/state-list.ts';
import type { Fallback } from '../../src/api/web-files.ts';
import type { Command } from '../../src/api/ws/command.ts';
import { authCommands } from '../../src/api/ws/commands/auth.ts';
import { coreCommands } from '../../src/api/ws/commands/core.ts';
import { eventCommands } from '../../src/api/ws/commands/events.ts';
import { registryCommands } from '../../src/api/ws/commands/registries.ts';
import { serviceCommands } from '../../src/api/ws/commands/services.ts';
import { stateCommands } from '../../src/api/ws/commands/states.ts';
import type { Access, Authenticator, Caller } from '../../src/core/access.ts';
import { Bus } from '../../src/core/bus.ts';
import type { Clock } from '../../src/core/clock.ts';
import { CpuBudget } from '../../src/core/cpu-budget.ts';
import { HubError } from '../../src/core/errors.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import type { ServiceCall } from '../../src/entities/services/service-call.ts';
import { makeAuth } from './auth.ts';
import { FakeClock } from './fake-clock.ts';
import { RunningClock } from './running-clock.ts';

export const VERSION = '2026.11.0';

/** A stopped clock whose event loop ticks are real, since sockets are. */
export class StandingClock extends FakeClock {
  override soon(task: () => void): void {
    setImmediate(task);
  }
}

/**
 * The tokens of tests: `admin` and `owner` may do everything, `user` is not an administrator, and `kitchen`
 * may read entities with `kitchen` in the ID.
 */
export class TokenList implements Authenticator {
  private readonly revokers = new Map<string, Set<() => void>>();
  private readonly revoked = new Set<string>();

  authenticate(token: string): Caller | null {
    const access = accessOf(token);
    if (access === null || this.revoked.has(token)) return null;
    return {
      user: { id: `id-of-${token}`, name: token, is_owner: token === 'owner', is_admin: access.isAdmin },
      access,
      tokenId: token,
      onRevoked: (listener) => {
        const set = this.revokers.get(token) ?? new Set();
        this.revokers.set(token, set.add(listener));
        return () => set.delete(listener);
      },
    };
  }

  revoke(token: string): void {
    this.revoked.add(token);
    for (const listener of [...(this.revokers.get(token) ?? [])]) listener();
  }
}

function accessOf(token: string): Access | null {
  const isAdmin = token === 'admin' || token === 'owner' || token === 'kitchen-admin';
  if (!isAdmin && token !== 'user' && token !== 'kitchen') return null;
  const mayRead = token.startsWith('kitchen') ? (id: string) => id.includes('kitchen') : null;
  return {
    userId: `id-of-${token}`,
    isAdmin,
    may: (_action, id) => id === undefined || mayRead === null || mayRead(id),
    mayRead,
  };
}

/**
 * Three test services: `test.set` writes the given state, `test.ask` only responds, `test.fail` throws the
 * given error.
 */
export function testServices(states: StateMachine): Services {
  const descriptions = {
    test: {
      set: { description: 'Writes a state', fields: { state: { description: 'The state' } } },
      ask: { description: 'Answers', fields: {}, response: { optional: false } },
      fail: { description: 'Fails', fields: {} },
    },
  };
  const json = JSON.stringify(descriptions);
  return {
    descriptionsJson: () => json,
    async call(request) {
      const { context } = request;
      if (request.domain !== 'test' || !Object.hasOwn(descriptions.test, request.service))
        throw unknown(request);
      const data: Record<string, unknown> = { ...request.data, ...(request.target as object | undefined) };
      if (request.service === 'ask') return { context, response: { answer: 42 }, changed: [] };
      if (request.returnResponse && !request.lenientResponse)
        throw new HubError('service_validation_error', 'Service does not support responses.');
      if (request.service === 'fail') fail(String(data.code));
      const collected = states.collect(context.id);
      states.set(String(data.entity_id), String(data.state), {}, { context });
      states.stopCollecting(collected);
      return { context, response: null, changed: collected.states };
    },
  };
}

function unknown({ domain, service }: ServiceCall): HubError {
  return new HubError('not_found', `Service ${domain}.${service} not found.`, {
    translation: { domain: 'homeassistant', key: 'service_not_found', placeholders: { domain, service } },
  });
}

function fail(code: string): never {
  if (code === 'foreign') throw new Error('secret of the house');
  throw new HubError(code as HubError['code'], `It failed with ${code}`);
}

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly tokens: TokenList;
  readonly server: HttpServer;
  readonly routes: readonly Route[];
  get(path: string, token?: string, init?: RequestInit): Promise<Response>;
  post(path: string, body?: unknown, token?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** A complete API server with an empty home, on a free port. */
export async function startApi(
  options: {
    clock?: Clock;
    log?: Log;
    shape?: ServicesShape;
    moreRoutes?: Route[];
    moreCommands?: Command[];
    trustedProxies?: string[];
    fallback?: Fallback;
  } = {},
): Promise<Api> {
  const clock = options.clock ?? new RunningClock();
  const log = options.log ?? silentLog;
  const bus = new Bus(log);
  const states = new StateMachine(bus, clock);
  const list = new StateList(states);
  const services = testServices(states);
  const configuration = () => ({
    state: 'RUNNING',
    components: ['light'],
    version: VERSION,
    service_version: VERSION,
  });
  const routes = [
    ...stateRoutes({ states, list, clock }),
    ...serviceRoutes({ services, clock, shape: options.shape ?? 'object', cpuBudget: new CpuBudget(clock) }),
    ...homeRoutes({
      configuration,
      checkConfiguration: () => ({ errors: null, warnings: null }),
      errorLog: () => 'WARNING something',
    }),
    ...eventRoutes({ bus, clock }),
    ...streamRoutes({ bus, clock }),
    ...(options.moreRoutes ?? []),
  ];
  const all = [...routes, ...documentRoutes({ routes, commands: [], version: VERSION, clock })];
  const entry = { entity_id: 'light.kitchen', name: null, disabled_by: null };
  const tokens = new TokenList();
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    routes: all,
    commands: [
      ...stateCommands({ states, bus, list }),
      ...serviceCommands({ services, clock, cpuBudget: new CpuBudget(clock) }),
      ...eventCommands({ bus, clock }),
      ...coreCommands({ configuration }),
      ...authCommands(makeAuth().auth),
      ...registryCommands({
        entities: {
          listJson: () => [JSON.stringify([entry])],
          get: (id) => (id === 'light.kitchen' ? entry : undefined),
          update: (_id, changes) => ({ ...entry, ...changes }),
        },
      }),
      ...(options.moreCommands ?? []),
    ],
    authenticator: tokens,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.fallback === undefined ? {} : { fallback: options.fallback }),
    version: VERSION,
    clock,
    log,
  });
  await server.start();
  const url = `http://127.0.0.1:${server.port}`;
  const get: Api['get'] = (path, token = 'admin', init = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });
  return {
    url,
    port: server.port,
    states,
    bus,
    tokens,
    server,
    routes: all,
    get,
    post: (path, body, token = 'admin') =>
      get(path, token, {
        method: 'POST',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    stop: () => server.stop(),
  };
}

/** A WebSocket client that returns messages one at a time, in order. */
export class TestClient {
  readonly socket: WebSocket;
  readonly frames: string[] = [];
  private readonly messages: unknown[] = [];
  private wake: () => void = () => {};
  private code: number | undefined;

  constructor(port: number) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket`);
    this.socket.on('message', (data) => {
      const text = String(data);
      this.frames.push(text);
      const content: unknown = JSON.parse(text);
      this.messages.push(...(Array.isArray(content) ? content : [content]));
      this.wake();
    });
    this.socket.on('close', (code) => {
      this.code = code;
      this.wake();
    });
    this.socket.on('error', () => {});
  }

  /** A logged-in client. */
  static async login(port: number, token = 'admin'): Promise<TestClient> {
    const client = new TestClient(port);
    await client.next();
    client.send({ type: 'auth', access_token: token });
    await client.next();
    return client;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message, or the text `closed` with the code after the last one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails on what it does not find
  async next(): Promise<any> {
    for (;;) {
      const message = this.messages.shift();
      if (message !== undefined) return message;
      if (this.code !== undefined) return `closed ${this.code}`;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Whether the connection is open, as far as the client knows. */
  get isOpen(): boolean {
    return this.code === undefined;
  }

  /** Sends and waits for the next message. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async ask(message: unknown): Promise<any> {
    this.send(message);
    return this.next();
  }

  close(): void {
    this.socket.terminate();
  }
}
