import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Ending, hearth, type ServedHearth, serveHearth } from './command-line.ts';
import { databaseWithoutPast } from './demo-without-past.ts';
import { OWNER } from './household.ts';
import { tempFolder } from './temp-folder.ts';
import { TestClient } from './test-client.ts';

const LOCAL = ['--host', '127.0.0.1'];

/** A state in REST format. */
export interface ShownState {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** How a home is started. */
interface Start {
  /** With simulated devices; `with past` also with thirty days of history of the energy meters. */
  readonly demo?: boolean | 'with past';
  /** Its `hearth.yaml`. */
  readonly settings?: string;
  /** Any free port if 0. */
  readonly port?: number;
  readonly atEnd?: Ending;
}

/** A claimed home on a server in its own process, with the requests of its owner. */
export class ServedHome {
  readonly token: string;
  private readonly start: () => Promise<ServedHearth>;
  private server: ServedHearth;

  constructor(token: string, server: ServedHearth, start: () => Promise<ServedHearth>) {
    this.token = token;
    this.server = server;
    this.start = start;
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Kills the server, like a power failure. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** Stops the server without closing its sockets; `false` lets it continue. */
  freeze(isFrozen: boolean): void {
    this.server.freeze(isFrozen);
  }

  /** Starts the killed server again, on the same port if that was given. */
  async restart(): Promise<void> {
    this.server = await this.start();
  }

  /** Sends a REST request; returns the JSON of the response. Throws for a status other than 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  async rest(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Sends a WebSocket command that must succeed and returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async must(command: Record<string, unknown>): Promise<any> {
    const client = await TestClient.open(this.url, this.token);
    return client.must(command).finally(() => client.close());
  }

  state(id: string): Promise<ShownState> {
    return this.rest('GET', `/api/states/${id}`);
  }

  async set(id: string, state: string, attributes: object): Promise<void> {
    await this.rest('POST', `/api/states/${id}`, { state, attributes });
  }

  async call(service: string, data: object): Promise<void> {
    await this.rest('POST', `/api/services/${service.replace('.', '/')}`, data);
  }

  /** Creates a user of a group, with the owner's password. */
  async addUser(username: string, group = 'system-admin'): Promise<void> {
    const { user } = await this.must({ type: 'config/auth/create', name: username, group_ids: [group] });
    const login = { user_id: user.id, username, password: OWNER.password };
    await this.must({ type: 'config/auth_provider/homeassistant/create', ...login });
  }
}

/** Starts a server with an empty folder, which prints a claim code. */
export async function startUnclaimed(folder = tempFolder(), atEnd: Ending = onTestFinished, port = 0) {
  const flags = [...LOCAL, '--port', String(port)];
  const server = await serveHearth(folder, { flags, until: /Claim code: \S+\n/, atEnd });
  return { ...server, claimCode: /Claim code: (\S+)\n/.exec(server.said)?.[1] ?? '' };
}

/** Starts a home that was claimed by `OWNER`; it ends with the test. */
export async function startHome({
  demo = false,
  settings = '',
  port = 0,
  atEnd = onTestFinished,
}: Start = {}): Promise<ServedHome> {
  claimed ??= claimHome();
  const { database, withoutPast, history, token } = await claimed;
  const folder = tempFolder(atEnd);
  const files = { 'hearth.db': demo === true ? withoutPast : database, 'history.db': history };
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  if (settings !== '') writeFileSync(join(folder, 'hearth.yaml'), settings);
  const flags = [...LOCAL, '--port', String(port), ...(demo === false ? [] : ['--demo'])];
  const start = (own = flags) => serveHearth(folder, { flags: own, atEnd });
  const server = await start();
  const again = [...flags, '--port', new URL(server.url).port];
  return new ServedHome(token, server, () => start(again));
}

/** A restart in the same process needs a port that it can have again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a home for all tests of the calling file, which leave alone what the others need. */
export function homeOfFile(options: Start = {}): () => ServedHome {
  const ends: (() => void)[] = [];
  let home: ServedHome | undefined;
  beforeAll(async () => {
    home = await startHome({ ...options, atEnd: (end) => ends.push(end) });
  });
  afterAll(() => {
    for (const end of ends.reverse()) end();
  });
  return () => {
    if (home === undefined) throw new Error('The home of the file starts before its tests');
    return home;
  };
}

let claimed: ReturnType<typeof claimHome> | undefined;

/** Claims a home once per process: the homes of the tests start with its databases. */
async function claimHome() {
  const ends: (() => void)[] = [];
  const atEnd: Ending = (end) => ends.push(end);
  try {
    const folder = tempFolder(atEnd);
    const { url, claimCode, kill } = await startUnclaimed(folder, atEnd);
    const claim = { client_id: `${url}/`, code: claimCode, ...OWNER };
    await fetch(`${url}/api/onboarding/users`, { method: 'POST', body: JSON.stringify(claim) });
    const { stdout } = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder], { atEnd });
    await kill('SIGTERM');
    const database = readFileSync(join(folder, 'hearth.db'));
    const history = readFileSync(join(folder, 'history.db'));
    return { database, withoutPast: databaseWithoutPast(database), history, token: stdout.trim() };
  } finally {
    for (const end of ends.reverse()) end();
  }
}
