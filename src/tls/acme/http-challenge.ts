import type { Challenge, Proof } from './challenge.ts';

const FOLDER = '/.well-known/acme-challenge/';

/** Proofs that the server itself answers with over plain HTTP. The authority asks at port 80 [RFC 8555 §8.3]. */
export class HttpChallenge implements Challenge {
  readonly kind = 'http-01';
  private readonly proofs = new Map<string, string>();

  async publish({ token, content }: Proof): Promise<void> {
    this.proofs.set(token, content);
  }

  async withdraw({ token }: Proof): Promise<void> {
    this.proofs.delete(token);
  }

  /** The content at a path; undefined if there is no proof at it. */
  contentOf(path: string): string | undefined {
    return path.startsWith(FOLDER) ? this.proofs.get(path.slice(FOLDER.length)) : undefined;
  }
}
