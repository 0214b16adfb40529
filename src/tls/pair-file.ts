import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fault, HubError } from '../core/errors.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import type { CertificatePair } from './authority.ts';

const MAX_BYTES = 256 * 1024;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const KEY = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----[^-]+-----END (?:EC |RSA )?PRIVATE KEY-----/;

/** Reads a private key and its certificates from one PEM file; undefined if there is none or it is damaged. */
export async function readPair(path: string): Promise<CertificatePair | undefined> {
  try {
    return parsePair(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof HubError) return undefined;
    throw error;
  }
}

/**
 * Writes key and certificate to one file of mode 0600, so that neither is ever there without the other. Returns the
 * pair as it will be read.
 */
export async function writePair(path: string, { cert, key }: CertificatePair): Promise<CertificatePair> {
  const text = `${key.trim()}\n${cert.trim()}\n`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomically(path, text);
  return parsePair(text);
}

/**
 * The pair in PEM texts, certificates in their order. Throws `invalid_format` unless the key belongs to the first
 * certificate.
 */
export function parsePair(text: string): CertificatePair {
  if (text.length > MAX_BYTES) throw fault('invalid_format', 'tls_file_too_large');
  const cert = (text.match(CERTIFICATES) ?? []).join('\n');
  const key = KEY.exec(text)?.[0];
  if (cert === '') throw fault('invalid_format', 'tls_certificate_missing');
  if (key === undefined) throw fault('invalid_format', 'tls_key_missing');
  if (!certificateOf(cert).checkPrivateKey(keyOf(key)))
    throw fault('invalid_format', 'tls_key_of_another_certificate');
  return { cert: `${cert}\n`, key: `${key}\n` };
}

function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw fault('invalid_format', 'tls_key_damaged');
  }
}

function certificateOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw fault('invalid_format', 'tls_certificate_damaged');
  }
}
