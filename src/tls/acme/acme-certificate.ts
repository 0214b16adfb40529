import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { writeFileAtomically } from '../../storage/atomic-file.ts';
import { type CertificatePair, certificateFacts } from '../authority.ts';
import type { CertificateSource } from '../certificate-source.ts';
import { readPair, writePair } from '../pair-file.ts';
import type { Challenge } from './challenge.ts';
import { createAccountKey, type Order } from './order.ts';

const HOUR_MS = 3_600_000;
const FIRST_RETRY_MS = HOUR_MS;
const MAX_RETRY_MS = 24 * HOUR_MS;
const ORDER_TIMEOUT_MS = 15 * 60_000;
/** A certificate is renewed when less than this part of its lifetime is left: 30 of 90 days. */
const RENEWAL_SHARE = 1 / 3;

interface AcmeOptions {
  /** The folder of the key files. */
  readonly folder: string;
  readonly directory: string;
  readonly email: string | null;
  /** The names of the certificate; `*.` at the beginning makes a wildcard. */
  readonly domains: readonly string[];
  readonly challenge: Challenge;
  readonly order: Order;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Certificates of a public authority [RFC 8555]. Orders run in the background and take seconds to minutes; the last
 * certificate stays in use meanwhile. A failed order is retried with backoff, from an hour to a day, so that the
 * authority's rate limits are kept.
 */
export class AcmeCertificate implements CertificateSource {
  private readonly options: AcmeOptions;
  private readonly listeners = new Set<() => void>();
  private isOrdering = false;
  private retryMs = FIRST_RETRY_MS;
  private nextOrder = 0;
  /** Why the last order failed. */
  failure: unknown;

  constructor(options: AcmeOptions) {
    this.options = options;
  }

  /** Calls a listener when an order has ended. */
  onEnd(listener: () => void): void {
    this.listeners.add(listener);
  }

  async current(now: number): Promise<CertificatePair | undefined> {
    const { domains } = this.options;
    const kept = await readPair(this.path('acme'));
    const fits = kept !== undefined && hasNames(kept, domains);
    if (!(fits && now < renewalOf(kept)) && !this.isOrdering && now >= this.nextOrder) void this.obtain();
    // The certificate of other domains would only cause warnings that do not tell what is wrong.
    return fits ? kept : undefined;
  }

  /** Orders a certificate. Never rejects. */
  private async obtain(): Promise<void> {
    const { order, log, clock, domains, ...options } = this.options;
    this.isOrdering = true;
    log.info('A certificate is ordered', { domains: domains.join(', ') });
    try {
      const accountKey = await this.accountKey();
      const ordered = order({ ...options, domains, accountKey });
      await writePair(this.path('acme'), await this.inTime(ordered));
      this.failure = undefined;
      this.retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.failure = error;
      this.nextOrder = clock.now() + this.retryMs;
      this.retryMs = Math.min(2 * this.retryMs, MAX_RETRY_MS);
    }
    this.isOrdering = false;
    for (const listener of this.listeners) listener();
  }

  /** The file of a key: each authority has its own, so that one can be tried out before the other is used. */
  private path(name: string): string {
    const { folder, directory } = this.options;
    const authority = createHash('sha256').update(directory).digest('hex').slice(0, 8);
    return join(folder, `${name}-${authority}.pem`);
  }

  /** An authority that never answers must not block later orders. */
  private inTime<T>(ordered: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.options.clock.after(ORDER_TIMEOUT_MS, () =>
        reject(fault('unavailable', 'tls_acme_timeout', { directory: this.options.directory })),
      );
      ordered.then(resolve, reject).finally(cancel);
    });
  }

  private async accountKey(): Promise<string> {
    const path = this.path('acme-account');
    const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (kept !== undefined) return kept;
    const key = await createAccountKey();
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await writeFileAtomically(path, key);
    return key;
  }
}

function hasNames({ cert }: CertificatePair, domains: readonly string[]): boolean {
  const { names } = certificateFacts(cert);
  return domains.every((domain) => names.includes(domain.toLowerCase()));
}

/** When to order the next certificate. */
function renewalOf({ cert }: CertificatePair): number {
  const { begins, expires } = certificateFacts(cert);
  return expires - (expires - begins) * RENEWAL_SHARE;
}
