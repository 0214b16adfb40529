import type { CertificatePair } from './authority.ts';

/** Where the certificate of the server comes from. */
export interface CertificateSource {
  /**
   * The certificate to use from now on, renewed first if it is due. Called at the start, then regularly, and when
   * something it depends on has changed. Undefined while the first one is being obtained. Rejects with an error whose
   * message the owner can act on.
   */
  current(now: number): Promise<CertificatePair | undefined>;
  /** Why the certificate could not be renewed in the background. */
  readonly failure?: unknown;
  /** The certificate of the home's own authority as PEM; only once `current` has resolved. */
  readonly authority?: string | undefined;
}
