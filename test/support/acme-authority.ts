import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ACME_PROGRAMS, isInstalled, programPath } from '../../scripts/programs.js';
import { createAuthority, issueCertificate } from '../../src/tls/authority.ts';
import { tempFolder } from './temp-folder.ts';
import { until } from './until.ts';

/** Whether Debian's `pebble` and `knot` are installed here. */
export const hasAcmePrograms = Object.keys(ACME_PROGRAMS).every((program) => isInstalled(program));

/** The ACME server `pebble`, which looks up names in a name server of the test. */
export interface AcmeAuthority {
  readonly directory: string;
  /** Where the authority looks for proofs over HTTP. */
  readonly httpPort: number;
  /** The file of the certificate that signs the authority's own server. */
  readonly trust: string;
}

/**
 * Starts `pebble` until the end of the test; `now` is the time of the machine, which `pebble` takes part in. Without
 * `dnsPort` every name is an address of this machine.
 */
export async function startAcmeAuthority(now: number, dnsPort?: number): Promise<AcmeAuthority> {
  const folder = tempFolder();
  const [port, management, httpPort, tlsPort] = await freePorts(4);
  const own = await createAuthority('test', now);
  const { cert, key } = await issueCertificate(own, { names: ['localhost'], addresses: ['127.0.0.1'] }, now);
  const [certificate, privateKey, config, trust] = ['cert.pem', 'key.pem', 'config.json', 'trust.pem'].map(
    (name) => join(folder, name),
  );
  writeFileSync(certificate ?? '', cert);
  writeFileSync(privateKey ?? '', key);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    ...{ certificate, privateKey, httpPort, tlsPort },
  };
  writeFileSync(config ?? '', JSON.stringify({ pebble }));
  writeFileSync(trust ?? '', own.cert);
  const names = dnsPort ?? (await startNames());
  run('pebble', ['-config', config ?? '', '-dnsserver', `127.0.0.1:${names}`], {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '0',
  });
  const directory = `https://127.0.0.1:${port}/dir`;
  await until(() => isListening(port ?? 0), 'pebble listens');
  return { directory, httpPort: httpPort ?? 0, trust: trust ?? '' };
}

/** A name server for which each name is 127.0.0.1; returns its port. */
async function startNames(): Promise<number> {
  const [dns, management] = await freePorts(2);
  run('pebble-challtestsrv', [
    ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${management}`, '-defaultIPv6', ''],
    ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
  ]);
  await until(() => isListening(management ?? 0), 'the name server listens');
  return dns ?? 0;
}

/** Knot, which accepts dynamic updates of a zone signed with a key. Returns its port. */
export async function startNameServer(
  zone: string,
  key: { readonly name: string; readonly secret: string },
): Promise<number> {
  const folder = tempFolder();
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'zone');
  writeFileSync(
    file,
    `$ORIGIN ${zone}.\n@ 60 SOA ns hostmaster 1 60 60 600 60\n@ 60 NS ns\nns 60 A 127.0.0.1\n`,
  );
  const config = join(folder, 'knot.conf');
  writeFileSync(
    config,
    `server:
    listen: 127.0.0.1@${port}
    rundir: ${folder}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: ${folder}
key:
  - id: ${key.name}
    algorithm: hmac-sha256
    secret: ${key.secret}
acl:
  - id: update
    key: ${key.name}
    action: update
zone:
  - domain: ${zone}
    file: ${file}
    acl: update
`,
  );
  run('knotd', ['-c', config]);
  await until(() => isListening(port), 'knot listens');
  return port;
}

/** Starts a program until the end of the test. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(programPath(program) ?? program, [...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
