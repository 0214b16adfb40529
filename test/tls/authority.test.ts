import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CertificatePair,
  certificateFacts,
  createAuthority,
  issueCertificate,
} from '../../src/tls/authority.ts';
import { isPermittedAddress, isPermittedName } from '../../src/tls/permitted-names.ts';

const DAY = 86_400_000;
const NOW = Date.now(); // the TLS of this process compares with the time of the machine

const names = { names: ['hearth.local', 'hub.home.arpa'], addresses: ['127.0.0.1', 'fd00::2'] };

/** Whether a TLS client that trusts the authority accepts the certificate for a host. */
async function isAccepted({ cert, key }: CertificatePair, ca: string, host: string): Promise<true | string> {
  const server = createServer({ cert, key });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return new Promise((resolve) => {
    const isName = /[a-z]/.test(host);
    const socket = connect({ host: '127.0.0.1', port, ca, ...(isName ? { servername: host } : {}) }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message));
  });
}

/** What a thief of the key could sign: a certificate for any name. */
async function forged(authority: CertificatePair, name: string): Promise<CertificatePair> {
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const der = x509.PemConverter.decodeFirst(authority.key);
  const signingKey = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(authority.cert);
  const leaf = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(NOW - DAY),
    notAfter: new Date(NOW + DAY),
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const key = x509.PemConverter.encode(
    await crypto.subtle.exportKey('pkcs8', keys.privateKey),
    'PRIVATE KEY',
  );
  return { cert: leaf.toString('pem'), key };
}

describe('the certificate authority of a home', () => {
  it('issues certificates that clients accept for the names and addresses of the home', async () => {
    const authority = await createAuthority('Rosenweg 5', NOW);
    const issued = await issueCertificate(authority, names, NOW);
    expect(certificateFacts(issued.cert)).toMatchObject(names);
    expect(await isAccepted(issued, authority.cert, 'hearth.local')).toBe(true);
    expect(await isAccepted(issued, authority.cert, '127.0.0.1')).toBe(true);
    expect(await isAccepted(issued, authority.cert, 'other.local')).toEqual(
      expect.stringContaining('other.local'),
    );
    expect(new X509Certificate(authority.cert).subject).toContain('CN=Hearth of Rosenweg 5');
  });

  it('cannot sign names of the internet: clients refuse what its key signs for them', async () => {
    const authority = await createAuthority('Home', NOW);
    for (const name of ['bank.example', 'evillocal.com', 'local.example'])
      expect(await isAccepted(await forged(authority, name), authority.cert, name)).toBe(
        'permitted subtree violation',
      );
    expect(await isAccepted(await forged(authority, 'door.local'), authority.cert, 'door.local')).toBe(true);
  });

  it('leaves out names and addresses that it may not sign', async () => {
    const authority = await createAuthority('Home', NOW);
    const more = { names: ['bank.example', 'hearth.local'], addresses: ['8.8.8.8', '10.0.0.5'] };
    const { cert } = await issueCertificate(authority, more, NOW);
    expect(certificateFacts(cert)).toMatchObject({ names: ['hearth.local'], addresses: ['10.0.0.5'] });
  });

  it('issues for 397 days at most, so that phones accept it', async () => {
    const authority = await createAuthority('Home', NOW);
    const issued = new X509Certificate((await issueCertificate(authority, names, NOW)).cert);
    const days = (Date.parse(issued.validTo) - Date.parse(issued.validFrom)) / DAY;
    expect(days).toBe(397);
  });

  it('takes only names and addresses of a home network as permitted', () => {
    for (const name of ['hearth.local', 'a.b.home.arpa', 'HUB.LOCAL'])
      expect([name, isPermittedName(name)]).toEqual([name, true]);
    for (const name of ['local', 'hearth', 'hearth.local.example', 'a b.local', '-a.local', ''])
      expect([name, isPermittedName(name)]).toEqual([name, false]);
    for (const address of [
      '10.0.0.1',
      '172.31.255.1',
      '192.168.1.1',
      '127.0.0.1',
      'fd00::1',
      'fe80::1',
      '::1',
    ])
      expect([address, isPermittedAddress(address)]).toEqual([address, true]);
    for (const address of ['8.8.8.8', '172.32.0.1', '2001:db8::1', '::', 'hearth.local'])
      expect([address, isPermittedAddress(address)]).toEqual([address, false]);
  });
});
