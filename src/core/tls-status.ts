import { z } from 'zod';
import type { Translation } from './errors.ts';

/**
 * Where the certificate of the server comes from: the home's own authority, a public one by ACME, or the owner's files.
 */
export const TlsMode = z.enum(['off', 'own', 'acme', 'files']);
export type TlsMode = z.infer<typeof TlsMode>;

/** The state of TLS as the owner sees it. Times in milliseconds since 1970. */
export interface TlsStatus {
  readonly mode: TlsMode;
  /** Whether the configuration decides the mode. */
  readonly isFixed: boolean;
  /** Whether the server accepts TLS connections now. */
  readonly isActive: boolean;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly expires: number | null;
  /** SHA-256 of the certificate of the home's own authority, as pairs of hexadecimal digits. */
  readonly fingerprint: string | null;
  /** Why there is no certificate, or why it was not renewed. */
  readonly problem: { readonly text: string; readonly translation: Translation | undefined } | null;
}

/** TLS as the interface uses it. */
export interface TlsSwitch {
  readonly status: TlsStatus;
  /** The certificate of the home's own authority as PEM, while that is in use. */
  readonly authority: string | undefined;
  /**
   * Chooses where the certificate comes from. Resolves when it is in use. Throws `not_allowed` if the configuration
   * decides, and `not_supported` for a mode that lacks its settings.
   */
  choose(mode: TlsMode): Promise<TlsStatus>;
}
