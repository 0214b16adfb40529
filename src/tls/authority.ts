import { type KeyObject, type webcrypto, X509Certificate } from 'node:crypto';
import {
  isPermittedAddress,
  isPermittedName,
  PERMITTED_NAMES,
  PERMITTED_NETWORKS,
} from './permitted-names.ts';

/** A certificate (with its chain) and its private key, as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** The DNS names and IP addresses a certificate is valid for. */
export interface CertificateNames {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** The longest validity that browsers and phones accept. */
const LEAF_DAYS = 397;
/** Certificates begin a day early, for clients with a slow clock. */
const EARLY_MS = DAY_MS;
const NAME_CONSTRAINTS_OID = '2.5.29.30';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

type Library = typeof import('@peculiar/x509');

/** Loads the certificate library, which only homes with an authority of their own need. */
async function library(): Promise<Library> {
  await import('reflect-metadata');
  const loaded = await import('@peculiar/x509');
  loaded.cryptoProvider.set(crypto);
  return loaded;
}

/**
 * Creates a certificate authority that can only sign servers of the home: its name constraints [RFC 5280 §4.2.1.10]
 * permit `.local`, `.home.arpa` and private addresses.
 */
export async function createAuthority(homeName: string, now: number): Promise<CertificatePair> {
  const x509 = await library();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Hearth of ${homeName}`.slice(0, 64)] }, { O: ['Hearth'] }],
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(now - EARLY_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(NAME_CONSTRAINTS_OID, true, await nameConstraints()),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: authority.toString('pem'), key: await privatePem(x509, keys.privateKey) };
}

/** Issues a server certificate. Names and addresses that the authority may not sign are left out. */
export async function issueCertificate(
  authority: CertificatePair,
  { names, addresses }: CertificateNames,
  now: number,
): Promise<CertificatePair> {
  const x509 = await library();
  const issuer = new x509.X509Certificate(authority.cert);
  const signingKey = await crypto.subtle.importKey('pkcs8', derOf(x509, authority.key), ALGORITHM, false, [
    'sign',
  ]);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const alternatives = [
    ...names.filter(isPermittedName).map((value) => ({ type: 'dns' as const, value })),
    ...addresses.filter(isPermittedAddress).map((value) => ({ type: 'ip' as const, value })),
  ];
  const end = Math.min(now + LEAF_DAYS * DAY_MS - EARLY_MS, issuer.notAfter.getTime());
  const leaf = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [names.find(isPermittedName) ?? 'Hearth'] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(now - EARLY_MS),
    notAfter: new Date(end),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(alternatives),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: leaf.toString('pem'), key: await privatePem(x509, keys.privateKey) };
}

/** What a certificate says: `expires` in milliseconds since 1970, `fingerprint` as SHA-256 in hexadecimal pairs. */
export interface CertificateFacts extends CertificateNames {
  readonly begins: number;
  readonly expires: number;
  readonly fingerprint: string;
}

/** Reads a PEM certificate. Throws if it is none. */
export function certificateFacts(cert: string): CertificateFacts {
  const parsed = new X509Certificate(cert);
  const alternatives = (parsed.subjectAltName ?? '').split(', ');
  const withPrefix = (prefix: string): string[] =>
    alternatives.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return {
    names: withPrefix('DNS:'),
    addresses: withPrefix('IP Address:').map(shortAddress),
    begins: Date.parse(parsed.validFrom),
    expires: Date.parse(parsed.validTo),
    fingerprint: parsed.fingerprint256,
  };
}

/** Whether a certificate was signed by an authority and belongs to a private key. */
export function belongsTogether(cert: string, key: KeyObject, authority?: string): boolean {
  const parsed = new X509Certificate(cert);
  if (!parsed.checkPrivateKey(key)) return false;
  return authority === undefined || parsed.verify(new X509Certificate(authority).publicKey);
}

/** The short form of an address: certificates write `FD00:0:0:0:0:0:0:1`. */
function shortAddress(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

async function nameConstraints(): Promise<ArrayBuffer> {
  const { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } = await import(
    '@peculiar/asn1-x509'
  );
  const { AsnConvert } = await import('@peculiar/asn1-schema');
  const permitted = [
    ...PERMITTED_NAMES.map((dNSName) => new GeneralName({ dNSName })),
    ...PERMITTED_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base })));
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
}

async function privatePem({ PemConverter }: Library, key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function derOf({ PemConverter }: Library, pem: string): ArrayBuffer {
  return PemConverter.decodeFirst(pem);
}
