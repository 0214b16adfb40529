import { Resolver } from 'node:dns/promises';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AcmeAuthority,
  hasAcmePrograms,
  startAcmeAuthority,
  startNameServer,
} from '../support/acme-authority.ts';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const DOMAIN = 'home.example.org';
const KEY = { name: 'hearth-key', secret: Buffer.from('a secret of the test').toString('base64') };

/** The data folder of a server that gets its certificate from an authority. */
function aFolder({ directory }: AcmeAuthority, settings = ''): string {
  const folder = tempFolder();
  writeFileSync(
    join(folder, 'hearth.yaml'),
    `tls:
  mode: acme
  acme:
    domains: [${DOMAIN}]
    agree_to_terms: true
    directory: ${directory}
    dns_wait: 0
${settings}`,
  );
  return folder;
}

/** Starts a server that trusts the authority; `info` is what it says of its certificate. */
async function serve(folder: string, { httpPort, trust }: AcmeAuthority) {
  const token = (await hearth(['token', 'create', '--name', 'test', '--data-dir', folder])).stdout.trim();
  const env = { NODE_EXTRA_CA_CERTS: trust };
  const { url, kill } = await serveHearth(folder, { env, flags: ['--port', String(httpPort)] });
  const client = await TestClient.open(url, token);
  onTestFinished(() => client.close());
  return { url, kill, info: () => client.must({ type: 'hearth/tls/info' }) };
}

/** The names in the certificate of the server at a port; undefined without. */
function presentedNames(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, rejectUnauthorized: false, servername: DOMAIN }, () => {
      resolve(socket.getPeerCertificate().subjectaltname);
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
  });
}

/** The settings of a name server that accepts updates. */
function updates(port: number, secret: string): string {
  return `    dns_update:
      server: 127.0.0.1
      port: ${port}
      zone: example.org
      key_name: ${KEY.name}
      key_secret: ${secret}
`;
}

describe.skipIf(!hasAcmePrograms)('a certificate of a public authority', () => {
  it('is issued after a proof over HTTP, and kept across a restart', async () => {
    const authority = await startAcmeAuthority(Date.now());
    const folder = aFolder(authority);
    const { url, kill, info } = await serve(folder, authority);
    await until(async () => (await info()).is_active, 'there is a certificate');
    expect(await info()).toMatchObject({ mode: 'acme', names: [DOMAIN], problem: null, is_fixed: true });
    expect(await presentedNames(authority.httpPort)).toBe(`DNS:${DOMAIN}`);
    expect((await fetch(`${url}/.well-known/acme-challenge/anything`)).status).toBe(404);
    await kill();
    await serveHearth(folder, { flags: ['--port', String(authority.httpPort)] });
    expect(await presentedNames(authority.httpPort)).toBe(`DNS:${DOMAIN}`);
  });

  it('is issued after a proof in DNS by dynamic updates, which leave nothing behind', async () => {
    const dns = await startNameServer('example.org', KEY);
    const authority = await startAcmeAuthority(Date.now(), dns);
    const { info } = await serve(aFolder(authority, updates(dns, KEY.secret)), authority);
    await until(async () => (await info()).is_active, 'there is a certificate');
    expect(await presentedNames(authority.httpPort)).toBe(`DNS:${DOMAIN}`);
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dns}`]);
    await expect(resolver.resolveTxt(`_acme-challenge.${DOMAIN}`)).rejects.toThrow(/ENOTFOUND|ENODATA/);
  });

  it('is not issued if the name server or the program refuses, and the status says why', async () => {
    const dns = await startNameServer('example.org', KEY);
    const authority = await startAcmeAuthority(Date.now(), dns);
    const secret = Buffer.from('another secret').toString('base64');
    const first = await serve(aFolder(authority, updates(dns, secret)), authority);
    const problem = await until(async () => (await first.info()).problem ?? false, 'it failed');
    expect(problem).toBe('The name server 127.0.0.1 did not change the record: NOTAUTH');
    await first.kill();

    const folder = tempFolder();
    const [program, calls] = [join(folder, 'records'), join(folder, 'calls')];
    writeFileSync(program, `#!/bin/sh\necho "$@" >> ${calls}\necho "no such zone" >&2\nexit 1\n`);
    chmodSync(program, 0o755);
    const second = await serve(aFolder(authority, `    dns_program: ${program}\n`), authority);
    const reason = await until(async () => (await second.info()).problem ?? false, 'it failed');
    expect(reason).toBe(`${program} failed: no such zone`);
    const [called = '', ...more] = readFileSync(calls, 'utf8').trim().split('\n');
    expect(called).toMatch(/^add _acme-challenge\.home\.example\.org [\w-]{43}$/);
    expect(more).toEqual([called.replace('add', 'remove')]);
  });
});
