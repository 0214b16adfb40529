import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordLevel } from '../../web/parts/password-strength.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('the strength of a password', () => {
  it.each(cases<[string, number][]>('passwords'))('%j is level %i', (password, level) => {
    expect(passwordLevel(password)).toBe(level);
  });

  it('several words, or many random letters, are strong', () => {
    expect(passwordLevel('seven green lanterns')).toBeGreaterThanOrEqual(3);
    expect(passwordLevel('kD7!vQz2#mLp9wRt')).toBe(4);
  });

  it('is 0 exactly where the server rejects it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (password) => {
        expect(passwordLevel(password) === 0).toBe(password.length < 8);
      }),
    );
  });

  it('never falls when the same password grows by other letters', () => {
    const grown = [...'kD7!vQz2#mLp9wRt'].map((_, at, letters) =>
      passwordLevel(letters.slice(0, at + 1).join('')),
    );
    expect([...grown].sort()).toEqual(grown);
  });
});
