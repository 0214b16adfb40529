import { compareSync, hashSync } from 'bcryptjs';
import { expect, it } from 'vitest';
import { isBcrypt, seenByBcrypt } from '../../src/auth/imported-password.ts';

it.each([
  ['a'.repeat(72), `${'a'.repeat(72)}b`, true],
  ['é'.repeat(36), `${'é'.repeat(36)}x`, true],
  ['a'.repeat(71), 'a'.repeat(72), false],
  ['short', 'short ', false],
  ['', 'x', false],
])('what bcrypt saw of a password tells two apart exactly where bcrypt does', (one, other, isSame) => {
  const hash = hashSync(one, 4);
  expect(isBcrypt(hash)).toBe(true);
  expect(compareSync(other, hash)).toBe(isSame);
  expect(seenByBcrypt(one) === seenByBcrypt(other)).toBe(isSame);
});
