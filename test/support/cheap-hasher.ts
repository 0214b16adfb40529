import { hash, verify } from '@node-rs/argon2';
import { PasswordHasher } from '../../src/auth/passwords.ts';
import type { Clock } from '../../src/core/clock.ts';

/** The minimum of argon2id. `test/auth/passwords.test.ts` and tests of whole servers hash like the server. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes passwords in this process and cheaply, for tests of their callers. */
export function cheapHasher(clock: Clock): PasswordHasher {
  return new PasswordHasher(clock, {
    reckon: ({ hashed, password }) => (hashed === null ? hash(password, CHEAPEST) : verify(hashed, password)),
  });
}
