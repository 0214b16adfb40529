import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import type { TlsMode } from '../../src/core/tls-status.ts';
import { createAuthority, issueCertificate } from '../../src/tls/authority.ts';
import type { CertificateSource } from '../../src/tls/certificate-source.ts';
import { FileCertificate } from '../../src/tls/file-certificate.ts';
import { OwnCertificate } from '../../src/tls/own-certificate.ts';
import { Tls, type TlsChoice } from '../../src/tls/tls.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryCollection } from '../support/home.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

interface Setting {
  readonly folder?: string;
  readonly configured?: TlsMode;
  readonly names?: () => readonly string[];
  readonly files?: CertificateSource;
}

/** TLS with the home's own authority, on a clock that the test advances. */
async function aTls({
  folder = tempFolder(),
  configured,
  names = () => ['hearth.local'],
  files,
}: Setting = {}) {
  const clock = new FakeClock();
  const own = new OwnCertificate({
    folder,
    homeName: () => 'Home',
    names: () => ({ names: names(), addresses: ['192.168.1.5'] }),
  });
  const tls = new Tls({
    store: new MemoryCollection<TlsChoice>(),
    configured: configured ?? null,
    sources: { own, ...(files === undefined ? {} : { files }) },
    clock,
    log: silentLog,
  });
  await tls.start();
  onTestFinished(() => tls.stop());
  /** Sets the clock forward, and waits for the next check. */
  const pass = async (milliseconds: number): Promise<void> => {
    clock.set(milliseconds - MINUTE);
    clock.advance(MINUTE);
    await tls.check();
  };
  return { tls, folder, pass };
}

describe('TLS', () => {
  it('is off until it is chosen, and off again after that', async () => {
    const { tls } = await aTls();
    expect(tls.status).toMatchObject({ mode: 'off', isActive: false, fingerprint: null, problem: null });
    expect(await tls.choose('own')).toMatchObject({ mode: 'own', isActive: true, names: ['hearth.local'] });
    expect(tls.authority).toContain('BEGIN CERTIFICATE');
    expect(await tls.choose('off')).toMatchObject({ isActive: false, fingerprint: null });
    expect(tls.current).toBeUndefined();
    expect(tls.authority).toBeUndefined();
  });

  it('keeps the authority that devices trust, also when it is turned off and on again', async () => {
    const { tls, folder } = await aTls();
    const { fingerprint } = await tls.choose('own');
    await tls.choose('off');
    expect((await tls.choose('own')).fingerprint).toBe(fingerprint);
    const again = await aTls({ folder, configured: 'own' });
    expect(again.tls.status).toMatchObject({ fingerprint, isFixed: true });
    expect(again.tls.current).toEqual(tls.current);
  });

  it('keeps its keys to the owner of the data folder', async () => {
    const { tls, folder } = await aTls();
    await tls.choose('own');
    for (const name of ['authority.pem', 'server.pem'])
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('renews the certificate 30 days before it expires, with the same authority', async () => {
    const { tls, pass } = await aTls();
    const before = await tls.choose('own');
    let changes = 0;
    tls.onChange(() => {
      changes += 1;
    });
    await pass(365 * DAY);
    expect([changes, tls.status.expires]).toEqual([0, before.expires]);
    await pass(2 * DAY);
    expect(changes).toBe(1);
    expect((tls.status.expires ?? 0) - (before.expires ?? 0)).toBe(367 * DAY);
    expect(tls.status.fingerprint).toBe(before.fingerprint);
  });

  it('has a new certificate when the machine gets another name', async () => {
    let names = ['hearth.local'];
    const { tls, pass } = await aTls({ names: () => names });
    await tls.choose('own');
    names = ['hearth.local', 'attic.local'];
    await pass(MINUTE);
    expect(tls.status.names).toEqual(names);
    names = ['attic.local'];
    const { current } = tls;
    await pass(MINUTE);
    expect(tls.current).toBe(current); // a name too many does no harm
  });

  it('issues a certificate again if its file is damaged', async () => {
    const { tls, folder, pass } = await aTls();
    const { fingerprint } = await tls.choose('own');
    writeFileSync(join(folder, 'server.pem'), 'damaged');
    await pass(MINUTE);
    expect(tls.status).toMatchObject({ isActive: true, fingerprint, problem: null });
  });

  it("uses the owner's files and notices when they are replaced", async () => {
    const folder = tempFolder();
    const [cert, key] = [join(folder, 'a.crt'), join(folder, 'a.key')];
    const authority = await createAuthority('Elsewhere', new FakeClock().now());
    const write = async (name: string): Promise<void> => {
      const pair = await issueCertificate(authority, { names: [name], addresses: [] }, new FakeClock().now());
      writeFileSync(cert, pair.cert);
      writeFileSync(key, pair.key);
    };
    await write('first.local');
    const { tls, pass } = await aTls({ files: new FileCertificate(cert, key), configured: 'files' });
    expect(tls.status).toMatchObject({ names: ['first.local'], fingerprint: null, isFixed: true });
    await write('second.local');
    await pass(MINUTE);
    expect(tls.status.names).toEqual(['second.local']);

    const { current } = tls;
    writeFileSync(key, authority.key);
    await pass(MINUTE);
    expect(tls.status.problem?.text).toBe('The private key does not belong to the certificate');
    expect(tls.current).toBe(current); // the last good one
    rmSync(key);
    await pass(MINUTE);
    expect(tls.status.problem?.text).toContain(key);
    await write('third.local');
    await pass(MINUTE);
    expect(tls.status).toMatchObject({ names: ['third.local'], problem: null });
  });

  it('names what is wrong with files', async () => {
    const folder = tempFolder();
    const [cert, key] = [join(folder, 'a.crt'), join(folder, 'a.key')];
    const authority = await createAuthority('Elsewhere', new FakeClock().now());
    const source = new FileCertificate(cert, key);
    const problemOf = async (certText: string, keyText: string): Promise<string> => {
      writeFileSync(cert, certText);
      writeFileSync(key, keyText);
      return source.current().then(String, ({ message }: Error) => message);
    };
    expect(await problemOf('', authority.key)).toBe('The file contains no PEM certificate');
    expect(await problemOf(authority.cert, '')).toBe('The file contains no unencrypted PEM private key');
    const damaged = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
    expect(await problemOf(authority.cert, damaged)).toBe('The private key cannot be read');
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(await problemOf(broken, authority.key)).toBe('The certificate cannot be read');
    expect(await problemOf('x'.repeat(300_000), '')).toBe('The certificate files are larger than 256 kB');
  });

  it('is not changed in the app if the configuration decides, nor to a mode without settings', async () => {
    const fixed = await aTls({ configured: 'off' });
    await expect(fixed.tls.choose('own')).rejects.toMatchObject({ code: 'not_allowed' });
    const { tls } = await aTls();
    await expect(tls.choose('files')).rejects.toMatchObject({ code: 'not_supported' });
    expect(tls.status.mode).toBe('off');
  });
});
