import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import {
  belongsTogether,
  type CertificateNames,
  type CertificatePair,
  certificateFacts,
  createAuthority,
  issueCertificate,
} from './authority.ts';
import type { CertificateSource } from './certificate-source.ts';
import { readPair, writePair } from './pair-file.ts';

const DAY_MS = 86_400_000;
const RENEWAL_MS = 30 * DAY_MS;

interface OwnCertificateOptions {
  /** The folder of the key files. */
  readonly folder: string;
  readonly homeName: () => string;
  /** The names the certificate should have now. */
  readonly names: () => CertificateNames;
}

/**
 * Certificates of the home's own authority. They are issued again 30 days before they expire and when the machine has
 * a new name or address.
 */
export class OwnCertificate implements CertificateSource {
  private readonly options: OwnCertificateOptions;
  private authorityCert: string | undefined;

  constructor(options: OwnCertificateOptions) {
    this.options = options;
  }

  get authority(): string | undefined {
    return this.authorityCert;
  }

  async current(now: number): Promise<CertificatePair> {
    const authority = await this.openAuthority(now);
    this.authorityCert = authority.cert;
    const path = join(this.options.folder, 'server.pem');
    const kept = await readPair(path);
    const names = this.options.names();
    if (kept !== undefined && isUsable(kept, authority, names, now)) return kept;
    return writePair(path, await issueCertificate(authority, names, now));
  }

  /** The authority, created when it is first needed or has expired. */
  private async openAuthority(now: number): Promise<CertificatePair> {
    const path = join(this.options.folder, 'authority.pem');
    const kept = await readPair(path);
    if (kept !== undefined && certificateFacts(kept.cert).expires > now + RENEWAL_MS) return kept;
    return writePair(path, await createAuthority(this.options.homeName(), now));
  }
}

function isUsable(
  { cert, key }: CertificatePair,
  authority: CertificatePair,
  wanted: CertificateNames,
  now: number,
): boolean {
  const facts = certificateFacts(cert);
  return (
    facts.expires > now + RENEWAL_MS &&
    belongsTogether(cert, createPrivateKey(key), authority.cert) &&
    wanted.names.every((name) => facts.names.includes(name)) &&
    wanted.addresses.every((address) => facts.addresses.includes(address))
  );
}
