import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { s3Target } from '../../src/backup/targets/s3-target.ts';
import type { Target } from '../../src/backup/targets/target.ts';
import { webDavTarget } from '../../src/backup/targets/webdav-target.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** Debian's rclone, and moto's server from PyPI, which is only made for tests; without them there is nothing to test. */
const RCLONE = process.env.HEARTH_RCLONE ?? 'rclone';
const HAS_RCLONE = spawnSync(RCLONE, ['version']).status === 0;
const MOTO = process.env.HEARTH_MOTO_SERVER ?? 'moto_server';
const HAS_MOTO = spawnSync(MOTO, ['--help']).status === 0;

const folder = tempFolder(afterAll);
const file = join(folder, 'archive');
/** Two parts of S3, the second one small. */
const content = randomBytes(16 * 1024 * 1024 + 1000);
const NAME = 'hearth-2026-11-28-automatic-0123abcd.tar';
const { signal } = new AbortController();
const running: ChildProcess[] = [];

beforeAll(() => writeFileSync(file, content));
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Stores, lists, reads and deletes an archive. */
async function goesRound(target: Target): Promise<void> {
  let sent = 0;
  const onProgress = (bytes: number): void => {
    sent = bytes;
  };
  await target.put({ file, bytes: content.length, name: NAME, onProgress, signal });
  expect(sent).toBe(content.length);
  expect(await target.list(signal)).toEqual([{ name: NAME, bytes: content.length }]);
  expect((await target.head(NAME, 100, signal)).equals(content.subarray(0, 100))).toBe(true);
  const copy = join(folder, `copy-${randomBytes(4).toString('hex')}`);
  await target.fetch(NAME, copy, signal);
  expect(readFileSync(copy).equals(content)).toBe(true);
  await target.remove(NAME, signal);
  await target.remove(NAME, signal);
  expect(await target.list(signal)).toEqual([]);
}

const reasonOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'none',
    (error) => error.reason?.key,
  );

it('a redirect of a WebDAV server takes no password to another host', async () => {
  const seenBy = async (answer: (response: ServerResponse) => void) => {
    const seen: (string | undefined)[] = [];
    const server = createHttpServer((request, response) => {
      seen.push(request.headers.authorization);
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { seen, port: (server.address() as { port: number }).port };
  };
  const other = await seenBy((response) => response.writeHead(404).end());
  // Another name of this machine is another host to a client.
  const elsewhere = { location: `http://localhost:${other.port}/` };
  const first = await seenBy((response) => response.writeHead(302, elsewhere).end());
  const url = `http://127.0.0.1:${first.port}/backups`;
  const target = webDavTarget({ kind: 'webdav', name: 'NAS', url, username: 'anna', password: 'secret' });
  await expect(target.list(signal)).rejects.toThrow();
  expect(first.seen[0]).toMatch(/^Basic /);
  expect(other.seen.length).toBeGreaterThan(0);
  expect(other.seen.filter((one) => one !== undefined)).toEqual([]);
});

describe.skipIf(!HAS_RCLONE)('a WebDAV server', () => {
  const served = join(folder, 'served');
  const settings = { kind: 'webdav', name: 'NAS', username: 'anna', password: 'pass word' } as const;
  let port = 0;

  beforeAll(async () => {
    mkdirSync(join(served, 'backups'), { recursive: true });
    port = await serve((free) => [
      RCLONE,
      'serve',
      'webdav',
      served,
      '--addr',
      `127.0.0.1:${free}`,
      ...LOGIN,
    ]);
  });

  it('stores archives, and shows them once all of one has arrived', async () => {
    await goesRound(webDavTarget({ ...settings, url: `http://127.0.0.1:${port}/backups` }));
    expect(readdirSync(join(served, 'backups'))).toEqual([]);
  });

  it('says what is wrong', async () => {
    const url = `http://127.0.0.1:${port}/backups`;
    const list = (more: object) => reasonOf(webDavTarget({ ...settings, url, ...more }).list(signal));
    expect(await list({ password: 'wrong' })).toBe('backup_target_refuses');
    expect(await list({ url: `${url}/missing` })).toBe('backup_target_missing');
    expect(await list({ url: 'http://127.0.0.1:1/' })).toBe('backup_target_fails');
  });

  it('is not trusted with a certificate of its own', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const safe = await serve((free) => [
      ...[RCLONE, 'serve', 'webdav', served, '--addr', `127.0.0.1:${free}`, '--cert', cert, '--key', key],
      ...LOGIN,
    ]);
    const target = webDavTarget({ ...settings, url: `https://127.0.0.1:${safe}/backups` });
    expect(await reasonOf(target.list(signal))).toBe('backup_target_certificate');
  });
});

describe.skipIf(!HAS_MOTO)('an S3 server', () => {
  const settings = {
    ...({ kind: 's3', name: 'Cloud', bucket: 'home', prefix: 'hearth/', region: 'us-east-1' } as const),
    ...{ access_key: 'key', secret_key: 'secret' },
  };
  let url = '';

  beforeAll(async () => {
    const port = await serve((free) => [MOTO, '-H', '127.0.0.1', '-p', String(free)]);
    url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/home`, { method: 'PUT' })).status).toBe(200);
  });

  it('stores archives in parts', () => goesRound(s3Target({ ...settings, url })));

  it('says what is wrong', async () => {
    const list = (more: object) => reasonOf(s3Target({ ...settings, url, ...more }).list(signal));
    expect(await list({ bucket: 'missing' })).toBe('backup_target_missing');
    expect(await list({ url: 'http://127.0.0.1:1' })).toBe('backup_target_fails');
  });
});

const LOGIN = ['--user', 'anna', '--pass', 'pass word'];

/** Starts a server on a free port, and waits until it answers. */
async function serve(command: (port: number) => string[]): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  await once(listener, 'close');
  const [program = '', ...args] = command(port);
  running.push(spawn(program, args, { stdio: 'ignore' }));
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      (error: { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    );
  await until(isUp);
  return port;
}
