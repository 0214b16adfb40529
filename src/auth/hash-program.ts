import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { compareSync } from 'bcryptjs';
import type { HashRequest, HashResult } from './hash-process.ts';
import { isBcrypt } from './imported-password.ts';

/** argon2id with the library's defaults: 19 MiB and some tens of milliseconds of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LOWER = 10;
const LOWEST = 19;

setPriority(0, Math.min(LOWEST, getPriority(0) + LOWER));
process.on('message', (request: HashRequest) => process.send?.(answer(request)));
// The server may have been killed and cannot stop this process.
process.on('disconnect', () => process.exit());
// Ctrl+C in a terminal reaches both processes; the server stops this one.
process.on('SIGINT', () => {});

function answer({ hashed, password }: HashRequest): HashResult {
  try {
    if (hashed === null) return { value: hashSync(password, COST) };
    return { value: isBcrypt(hashed) ? compareSync(password, hashed) : verifySync(hashed, password) };
  } catch (error) {
    return { failure: String(error) };
  }
}
