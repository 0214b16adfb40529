import { HttpServer } from '../../src/api/http-server.ts';
import { authRoutes } from '../../src/api/rest/routes/auth.ts';
import { onboardingRoutes } from '../../src/api/rest/routes/onboarding.ts';
import { stateRoutes } from '../../src/api/rest/routes/states.ts';
import { StateList } from '../../src/api/state-list.ts';
import { authCommands } from '../../src/api/ws/commands/auth.ts';
import { securityCommands } from '../../src/api/ws/commands/security.ts';
import { stateCommands } from '../../src/api/ws/commands/states.ts';
import { userCommands } from '../../src/api/ws/commands/users.ts';
import type { Audit } from '../../src/auth/audit.ts';
import { Bus } from '../../src/core/bus.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { StandingClock, TestClient, VERSION } from './api.ts';
import { type AuthHouse, makeAuth } from './auth.ts';

export interface AuthApi extends AuthHouse {
  readonly url: string;
  readonly port: number;
  readonly states: StateMachine;
  get(path: string, token?: string): Promise<Response>;
  /** Sends JSON, or a form unchanged. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  client(token: string): Promise<TestClient>;
  stop(): Promise<void>;
}

/**
 * REST and WebSocket with real users and tokens and three entities: two lights and a lock; the clock is
 * stopped.
 */
export async function startAuthApi(trustedProxies: readonly string[] = []): Promise<AuthApi> {
  const clock = new StandingClock();
  const home = makeAuth(undefined, clock);
  const { auth } = home;
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const list = new StateList(states);
  for (const id of ['light.hall', 'light.kitchen', 'lock.door']) states.set(id, 'on', {});
  const audit = { list: async (query: object) => [query] } as unknown as Audit;
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    routes: [...authRoutes(auth), ...onboardingRoutes(auth), ...stateRoutes({ states, list, clock })],
    commands: [
      ...authCommands(auth),
      ...userCommands(auth),
      ...securityCommands(auth, audit),
      ...stateCommands({ states, bus, list }),
    ],
    authenticator: auth.authenticator,
    signedPaths: auth.signedPaths,
    trustedProxies,
    version: VERSION,
    clock,
    log: silentLog,
  });
  await server.start();
  const url = `http://127.0.0.1:${server.port}`;
  return {
    ...home,
    url,
    port: server.port,
    states,
    get: (path, token) =>
      fetch(url + path, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
    post: (path, body, headers = {}) => {
      const isForm = body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string';
      return fetch(url + path, { method: 'POST', body: isForm ? body : JSON.stringify(body), headers });
    },
    client: (token) => TestClient.login(server.port, token),
    stop: () => server.stop(),
  };
}
