import { z } from 'zod';
import { type Clock, every, type Undo } from '../core/clock.ts';
import { fault, HubError, messageOf, translationFor } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { TlsMode, type TlsStatus, type TlsSwitch } from '../core/tls-status.ts';
import type { Collection } from '../storage/documents.ts';
import { type CertificatePair, certificateFacts } from './authority.ts';
import type { CertificateSource } from './certificate-source.ts';

/** What was chosen in the app or on the command line. */
export const TlsChoice = z.object({ mode: TlsMode });
export type TlsChoice = z.infer<typeof TlsChoice>;

const KEY = 'choice';
/** How often certificates are checked: files may have been replaced, and addresses change. */
const CHECK_INTERVAL_MS = 60_000;

interface TlsOptions {
  readonly store: Collection<TlsChoice>;
  /** The mode in the configuration; null if it is chosen in the app. */
  readonly configured: TlsMode | null;
  readonly sources: Readonly<Partial<Record<TlsMode, CertificateSource>>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The certificate of the server: chosen, obtained, renewed and replaced without a restart. */
export class Tls implements Part, TlsSwitch {
  readonly name = 'tls';
  private readonly options: TlsOptions;
  private readonly checks = new SerialQueue();
  private readonly listeners = new Set<() => void>();
  private pair: CertificatePair | undefined;
  private problem: TlsStatus['problem'] = null;
  private cancel: Undo = () => {};

  constructor(options: TlsOptions) {
    this.options = options;
  }

  /** Key and certificate of the server; undefined while TLS is off. */
  get current(): CertificatePair | undefined {
    return this.pair;
  }

  /** The certificate of the home's own authority as PEM, while that is in use. */
  get authority(): string | undefined {
    return this.pair === undefined ? undefined : this.options.sources[this.mode]?.authority;
  }

  get mode(): TlsMode {
    return this.options.configured ?? this.options.store.entries.get(KEY)?.mode ?? 'off';
  }

  get status(): TlsStatus {
    const facts = this.pair === undefined ? undefined : certificateFacts(this.pair.cert);
    const { authority } = this;
    return {
      mode: this.mode,
      isFixed: this.options.configured !== null,
      isActive: facts !== undefined,
      names: facts?.names ?? [],
      addresses: facts?.addresses ?? [],
      expires: facts?.expires ?? null,
      fingerprint: authority === undefined ? null : certificateFacts(authority).fingerprint,
      problem: this.problem,
    };
  }

  /** Calls a listener whenever the certificate has changed. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A failure is logged: the server runs as well without TLS. */
  async start(): Promise<void> {
    this.cancel = every(this.options.clock, CHECK_INTERVAL_MS, () => void this.check());
    await this.check();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.checks.run(async () => {});
  }

  async choose(mode: TlsMode): Promise<TlsStatus> {
    const { configured, sources, store } = this.options;
    if (configured !== null) throw fault('not_allowed', 'tls_mode_is_configured');
    if (mode !== 'off' && sources[mode] === undefined) throw needsSettings(mode);
    await store.put(KEY, { mode });
    await this.check();
    return this.status;
  }

  /** Obtains the certificate of the current mode. */
  check(): Promise<void> {
    return this.checks.run(async () => {
      const { mode } = this;
      if (mode === 'off') {
        this.problem = null;
        this.use(undefined);
        return;
      }
      try {
        const source = this.options.sources[mode];
        if (source === undefined) throw needsSettings(mode);
        this.use(await source.current(this.options.clock.now()));
        if (source.failure !== undefined) throw source.failure;
        this.problem = null;
      } catch (error) {
        this.report(error);
      }
    });
  }

  private use(pair: CertificatePair | undefined): void {
    if (pair?.cert === this.pair?.cert && pair?.key === this.pair?.key) return;
    this.pair = pair;
    for (const listener of this.listeners) listener();
    const { fingerprint, expires } = this.status;
    if (pair === undefined) this.options.log.info('TLS is off');
    else
      this.options.log.info('TLS is on', {
        until: new Date(expires ?? 0).toISOString().slice(0, 10),
        ...(fingerprint === null ? {} : { authority: fingerprint }),
      });
  }

  /** Keeps the last certificate: even an expired one is better than none. Repeated problems are logged once. */
  private report(error: unknown): void {
    const text = messageOf(error);
    if (text !== this.problem?.text)
      this.options.log.error('The TLS certificate could not be renewed', { error });
    this.problem = { text, translation: error instanceof HubError ? translationFor(error) : undefined };
  }
}

function needsSettings(mode: TlsMode): HubError {
  return fault('not_supported', 'tls_mode_needs_settings', { mode });
}
