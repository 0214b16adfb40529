import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { HashProcess, type HashRequest } from './hash-process.ts';
import { bcryptInput, DUMMY_BCRYPT } from './imported-password.ts';

/** More would make users wait for many seconds. */
const MAX_WAITING = 200;
/** A hash without a known password. Checked if there is no account, so that timing reveals nothing. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$xnVLGxjFmvuWWIcB8zbsYA$MNSlv13bEcw+ICsxOEi+q7RlaeF05zLcAHY15ilI7S0';

const MIN_LENGTH = 8;
const MAX_LENGTH = 512;

/** Throws `invalid_info` for a password that is too short or too long. */
export function checkNewPassword(password: string): void {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH)
    throw fault('invalid_info', 'invalid_password_length', { min: MIN_LENGTH, max: MAX_LENGTH });
}

/** Computes and compares hashes. */
export interface HashWorker {
  compute(request: HashRequest): Promise<string | boolean>;
}

/** Creates and checks password hashes (argon2id), by default one at a time in a low-priority process. */
export class PasswordHasher {
  private readonly worker: HashWorker;
  private waiting = 0;

  constructor(clock: Clock, worker: HashWorker = new HashProcess(clock)) {
    this.worker = worker;
  }

  /** The hash to store for a password. Throws `too_many_requests` if too many are queued. */
  async hash(password: string): Promise<string> {
    return String(await this.inTurn(null, normal(password)));
  }

  /** Whether the password matches the hash; without a hash, returns false after the same time. */
  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    const isPossible = hashed !== undefined && password.length <= MAX_LENGTH;
    const isGood = await this.inTurn(isPossible ? hashed : DUMMY_HASH, normal(password.slice(0, MAX_LENGTH)));
    return isGood === true && isPossible;
  }

  /** The same for the hash of an imported password. */
  async verifyBcrypt(hashed: string | undefined, password: string): Promise<boolean> {
    const isGood = await this.inTurn(hashed ?? DUMMY_BCRYPT, bcryptInput(password));
    return isGood === true && hashed !== undefined;
  }

  private async inTurn(hashed: string | null, password: string): Promise<string | boolean> {
    if (this.waiting > MAX_WAITING) throw fault('too_many_requests', 'too_many_logins_at_once');
    this.waiting += 1;
    try {
      return await this.worker.compute({ hashed, password });
    } finally {
      this.waiting -= 1;
    }
  }
}

/** The same characters from any keyboard. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
