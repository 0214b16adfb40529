import { hash, verify } from '@node-rs/argon2';
import { PasswordHasher } from '../../src/auth/passwords.ts';
import type { Clock } from '../../src/core/clock.ts';

/**
 * The lowest cost argon2id allows. `test/auth/passwords.test.ts` and tests of whole servers use the real one.
 */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes passwords in this process at minimal cost, for tests that only need some hash. */
export function cheapHasher(clock: Clock): PasswordHasher {
  return new PasswordHasher(clock, {
    compute: ({ hashed, password }) =>
      hashed === null ? hash(password, CHEAPEST) : verify(hashed, password),
  });
}
