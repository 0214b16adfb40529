import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isInstalled, POSTGRES_PROGRAMS, programPath } from '../../scripts/programs.js';
import type { PostgresAddress } from '../../src/core/postgres-address.ts';
import { until } from './until.ts';

/** Whether PostgreSQL is installed here. */
export const hasPostgres = Object.keys(POSTGRES_PROGRAMS).every((program) => isInstalled(program));

/** A PostgreSQL server of its own for tests, in a temp folder and without syncing to disk. */
export class TestPostgres {
  readonly port: number;
  private readonly folder: string;
  private server: ChildProcess | undefined;
  private databases = 0;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  static async start(): Promise<TestPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-postgres-'));
    const user = userOfServer();
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const create = ['-D', data, '-U', 'hearth', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale', 'C', '-N'];
    const passwordFile = join(folder, 'password');
    appendFileSync(passwordFile, PASSWORD);
    execFileSync(programPath('initdb') ?? '', [...create, `--pwfile=${passwordFile}`], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    probe.close();
    await once(probe, 'close');
    const settings = { port, listen_addresses: "'127.0.0.1'", unix_socket_directories: "''" };
    const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    for (const [name, value] of Object.entries({ ...settings, ...fast }))
      appendFileSync(join(data, 'postgresql.conf'), `${name} = ${value}\n`);
    const started = new TestPostgres(folder, port);
    await started.resume();
    return started;
  }

  /** Starts the server, which has its data of before. */
  async resume(): Promise<void> {
    const { folder } = this;
    const options = { ...userOfServer(), cwd: folder, stdio: 'ignore' } as const;
    this.server = spawn(programPath('postgres') ?? '', ['-D', join(folder, 'data')], options);
    await until(() =>
      this.query('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /**
   * Restarts the server with TLS and a certificate of its own for a host, such as `DNS:localhost`; returns the file of
   * the certificate.
   */
  async encrypt(host: string): Promise<string> {
    const { folder } = this;
    const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3650'];
    const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${host}`];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject, ...files], { stdio: 'ignore' });
    chmodSync(key, 0o600);
    const user = userOfServer();
    if (user !== undefined) for (const file of [key, certificate]) chownSync(file, user.uid, user.gid);
    const settings = `ssl = on\nssl_key_file = '${key}'\nssl_cert_file = '${certificate}'\n`;
    appendFileSync(join(folder, 'data', 'postgresql.conf'), settings);
    await this.halt();
    await this.resume();
    return certificate;
  }

  /** Ends the server at once, as a crash does; its data stay. */
  async halt(signal: 'SIGINT' | 'SIGQUIT' = 'SIGQUIT'): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** An empty database. */
  async database(): Promise<PostgresAddress> {
    this.databases += 1;
    const database = `test_${this.databases}`;
    await this.query('postgres', `CREATE DATABASE ${database}`);
    return { host: '127.0.0.1', port: this.port, user: 'hearth', database, tls: 'off' };
  }

  async query(database: string, sql: string): Promise<Record<string, unknown>[]> {
    const { port } = this;
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'hearth', password: PASSWORD, database });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

/** The password of the user `hearth`. */
export const PASSWORD = 'a secret of the test';

/** PostgreSQL refuses to run as root, so Debian's user for it runs the server. */
function userOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
