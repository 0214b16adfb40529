import { hash, verify } from '@node-rs/argon2';
import { PasswordHasher } from '../../src/auth/passwords.ts';
import type { Clock } from '../../src/core/clock.ts';

/** The least argon2id takes. `test/auth/passwords.test.ts` and the tests of whole servers hash as the server does. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes passwords in this process and at no cost, for tests of what happens around passwords. */
export function cheapHasher(clock: Clock): PasswordHasher {
  return new PasswordHasher(clock, {
    reckon: ({ hashed, password }) => (hashed === null ? hash(password, CHEAPEST) : verify(hashed, password)),
  });
}
