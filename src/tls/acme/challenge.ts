/** How control of a domain is proved to a certificate authority [RFC 8555 §8]. */
export interface Challenge {
  readonly kind: 'http-01' | 'dns-01';
  /** Publishes the proof. Resolves when the authority may look for it. */
  publish(proof: Proof): Promise<void>;
  /** Removes it again. */
  withdraw(proof: Proof): Promise<void>;
}

/** The proof for one domain. */
export interface Proof {
  /** Without the `*.` of a wildcard. */
  readonly domain: string;
  /** The last part of the path that the authority requests over HTTP. */
  readonly token: string;
  /** The content of that page, or of the TXT record `_acme-challenge.<domain>`. */
  readonly content: string;
}

/** The TXT record of a proof. */
export function recordName({ domain }: Proof): string {
  return `_acme-challenge.${domain}`;
}
