import { readFile } from 'node:fs/promises';
import { fault, messageOf } from '../core/errors.ts';
import type { CertificatePair } from './authority.ts';
import type { CertificateSource } from './certificate-source.ts';
import { parsePair } from './pair-file.ts';

/** The owner's own certificate: PEM files that another program renews. They are read again at each check. */
export class FileCertificate implements CertificateSource {
  private readonly certificate: string;
  private readonly key: string;

  constructor(certificate: string, key: string) {
    this.certificate = certificate;
    this.key = key;
  }

  async current(): Promise<CertificatePair> {
    const [cert, key] = await Promise.all([this.certificate, this.key].map(readText));
    return parsePair(`${cert}\n${key}`);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fault('not_found', 'tls_file_unreadable', { path, reason: messageOf(error) }, { cause: error });
  }
}
