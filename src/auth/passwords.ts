import { availableParallelism } from 'node:os';
import { HubError } from '../core/errors.ts';

/** argon2id by the library's default; 60 ms and 19 MiB on a thread of its own. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** One core is always left to the rest of the server. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const MOST_WAITING = 60;
/** A hash of nothing: no text is known that has it. Checked in place of what is not there, so that time does not tell. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$xnVLGxjFmvuWWIcB8zbsYA$MNSlv13bEcw+ICsxOEi+q7RlaeF05zLcAHY15ilI7S0';

const SHORTEST = 8;
const LONGEST = 512;

/** Refuses a password that is too short to be one, or too long to be typed (`invalid_info`). */
export function checkNewPassword(password: string): void {
  if (password.length < SHORTEST || password.length > LONGEST)
    throw new HubError('invalid_info', `A password has ${SHORTEST} to ${LONGEST} characters`);
}

/** Makes and checks password hashes, at most two at a time, so that a storm of logins leaves the server its other threads. */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.inTurn(async () => (await argon2()).hash(normal(password), COST));
  }

  /** Whether the password is the one behind the hash; without a hash it takes as long to say no. */
  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    const isPossible = hashed !== undefined && password.length <= LONGEST;
    const isGood = await this.inTurn(async () =>
      (await argon2()).verify(isPossible ? hashed : NOBODY, normal(password.slice(0, LONGEST))),
    );
    return isGood && isPossible;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING)
        throw new HubError('too_many_requests', 'Too many logins at once; try again in a moment');
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/** Loaded with the first password: a house that only sees tokens does without its 6 MB. */
function argon2(): Promise<typeof import('@node-rs/argon2')> {
  return import('@node-rs/argon2');
}

/** The same letters from any keyboard. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
