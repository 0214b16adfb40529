import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../src/auth/administration.ts';
import { loadSettings } from '../../src/config/load.ts';
import type { Clock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { HubOptions } from '../../src/hub/hub-context.ts';
import { type Hub, startHub } from '../../src/hub.ts';
import { type DataFolder, openDataFolder } from '../../src/storage/data-folder.ts';
import { silentLogFile } from '../../src/storage/log-file.ts';
import { leaveOutPast } from './demo-without-past.ts';
import { RunningClock } from './running-clock.ts';
import { TestClient } from './test-client.ts';

export { TestClient };

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
 * temporary one is used, in which the demo has no past.
 */
export async function startTestHub(
  flags: Record<string, string | boolean> = {},
  given?: string,
  clock: Clock = testTime,
  more: Partial<HubOptions> = {},
): Promise<TestHub> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'hearth-test-'));
  mkdirSync(dataDir, { recursive: true });
  if (given === undefined && flags.demo === true) leaveOutPast(dataDir);
  const readSettings = () =>
    loadSettings({
      flags: { 'http.port': '0', 'http.host': '127.0.0.1', 'backup.automatic': false, dataDir, ...flags },
      variables: {},
    });
  const { settings } = await readSettings();
  const folder = await openDataFolder({ folder: dataDir, clock, log: silentLog });
  const hub = await startHub({
    settings,
    logFile: silentLogFile(),
    version: '0.0.0',
    clock,
    folder,
    ...more,
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
