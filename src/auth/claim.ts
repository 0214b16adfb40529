import { randomInt } from 'node:crypto';
import { fault } from '../core/errors.ts';
import type { AuditLog } from './audit.ts';
import type { Credentials } from './credentials.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { checkNewPassword } from './passwords.ts';
import { digest, isSameSecret } from './secret.ts';
import { parseName, type User, type Users } from './users.ts';

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** The throttle key for claiming; usernames never end with a space. */
const ACCOUNT = 'claim ';

/** The dependencies of `Claim`. */
export interface ClaimParts {
  readonly users: Users;
  readonly credentials: Credentials;
  readonly throttle: LoginThrottle;
  readonly audit: AuditLog;
}

/** The new owner's code and login. */
export interface ClaimRequest {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** Claiming: a user who can read the server's output becomes the owner, once. */
export class Claim {
  private readonly parts: ClaimParts;
  private hashed: string | null = null;

  constructor(parts: ClaimParts) {
    this.parts = parts;
  }

  /** Whether there is an owner who can log in. */
  isClaimed(): boolean {
    const owner = this.parts.users.owner();
    return owner !== undefined && this.parts.credentials.has(owner.id);
  }

  /** A new code to print, stored only as a hash; null if the home is claimed. */
  newCode(): string | null {
    if (this.isClaimed()) return null;
    const groups = [0, 1, 2].map(() =>
      Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
    );
    const code = groups.join('-');
    this.hashed = digest(normalCode(code));
    return code;
  }

  /** Makes the holder of the code the owner. Throws `forbidden` for a wrong code or a claimed home. */
  async claim(request: ClaimRequest, peer: string): Promise<User> {
    this.refuseClaimed();
    checkNewPassword(request.password);
    this.proveCode(request.code, peer);
    const owner = await this.become(request);
    await this.parts.audit.record('house_claimed', { userId: owner.id, tokenId: null, peer });
    return owner;
  }

  /** Throws `forbidden` unless a code is the printed one of a home that is not claimed; wrong ones are slowed down. */
  proveCode(code: string, peer: string): void {
    this.refuseClaimed();
    const attempt = this.parts.throttle.begin(peer, ACCOUNT);
    if (this.hashed === null || !isSameSecret(this.hashed, digest(normalCode(code)))) {
      this.parts.audit.record('claim_failed', { userId: null, tokenId: null, peer });
      throw fault('forbidden', 'wrong_claim_code');
    }
    attempt.forgive();
  }

  /** Gives the owner, created if missing, a name and a password; also used by the command line. */
  async become({ name, username, password }: Omit<ClaimRequest, 'code'>): Promise<User> {
    const { users, credentials } = this.parts;
    this.refuseClaimed();
    users.checkUsername(username, users.owner()?.id ?? '');
    parseName(name);
    const { id } = await users.ownerForScripts();
    // Of two concurrent claims only the first succeeds and sets the owner's name.
    await credentials.create(id, username, password);
    this.hashed = null;
    return users.update(id, { name });
  }

  private refuseClaimed(): void {
    if (this.isClaimed()) throw fault('forbidden', 'already_claimed');
  }
}

function normalCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
