import { fault } from '../../core/errors.ts';
import type { CertificatePair } from '../authority.ts';
import type { Challenge } from './challenge.ts';

/** What a certificate is ordered with. */
export interface OrderOptions {
  /** The URL of the authority's directory. */
  readonly directory: string;
  /** For notices of the authority; null without. */
  readonly email: string | null;
  readonly domains: readonly string[];
  /** The private key of the account in PEM. */
  readonly accountKey: string;
  readonly challenge: Challenge;
}

/** Orders a certificate, and proves control of each of its domains. Rejects with the reason of the authority. */
export type Order = (options: OrderOptions) => Promise<CertificatePair>;

/** How often the authority is asked whether a proof was found: from one to 30 seconds, in all four minutes. */
const POLLING = { backoffMin: 1000, backoffMax: 30_000, backoffAttempts: 12 };

/** Orders by `acme-client`, which is loaded only for that. */
export const orderCertificate: Order = async ({ directory, email, domains, accountKey, challenge }) => {
  const { default: acme } = await import('acme-client');
  const newKey = await acme.crypto.createPrivateEcdsaKey();
  const [key, csr] = await acme.crypto.createCsr({ altNames: [...domains] }, newKey);
  const client = new acme.Client({ directoryUrl: directory, accountKey, ...POLLING });
  const cert = await client.auto({
    csr,
    ...(email === null ? {} : { email }),
    termsOfServiceAgreed: true,
    challengePriority: [challenge.kind],
    // The home may not reach itself by its public name, and the resolver of the home may be behind the authority's.
    skipChallengeVerification: true,
    challengeCreateFn: async ({ identifier: { value: domain } }, { type, token }, content) => {
      if (type !== challenge.kind)
        throw fault('not_supported', 'tls_acme_challenge_refused', { challenge: challenge.kind, domain });
      await challenge.publish({ domain, token, content });
    },
    challengeRemoveFn: ({ identifier }, { token }, content) =>
      challenge.withdraw({ domain: identifier.value, token, content }),
  });
  return { cert, key: key.toString() };
};

/** A private key for an account. */
export async function createAccountKey(): Promise<string> {
  const { default: acme } = await import('acme-client');
  return (await acme.crypto.createPrivateEcdsaKey()).toString();
}
