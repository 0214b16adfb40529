import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretKey, redact, redactText } from '../../src/core/redact.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const TOKEN = 'hearth_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4_x-1';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiIxMjM0NTYifQ.c2lnbmF0dXJl-_x';

describe('hiding secrets', () => {
  it.each([
    ...cases<[string, string][]>('secrets'),
    [`token ${TOKEN} was refused`, TOKEN],
    [`Authorization: Bearer ${TOKEN}`, TOKEN],
    [`got ${JWT}!`, 'c2lnbmF0dXJl'],
  ])('in %s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain('***');
  });

  it.each(cases<string[]>('harmless'))('leaves alone: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('leaves the rest of a line readable', () => {
    expect(redactText('cannot reach mqtt://me:pw@broker:1883: refused')).toBe(
      'cannot reach mqtt://***@broker:1883: refused',
    );
  });

  it('knows keys that hold secrets, and keys that do not', () => {
    for (const key of cases<string[]>('keys')) {
      expect(isSecretKey(key), key).toBe(true);
    }
    for (const key of ['name', 'token_id', 'tokenId', 'topic', 'code', 'path'])
      expect(isSecretKey(key), key).toBe(false);
  });

  it('hides them at any depth, and cuts what is deep, wide or round', () => {
    const round: Record<string, unknown> = { mqtt: { password: 'hunter2', url: 'mqtt://a:b@c', port: 1883 } };
    round.self = round;
    const clean = redact(round) as { mqtt: unknown };
    expect(clean.mqtt).toEqual({ password: '***', url: 'mqtt://***@c', port: 1883 });
    expect(JSON.stringify(clean)).not.toContain('hunter2');
    expect(redact(Array.from({ length: 1000 }, (_, n) => n))).toHaveLength(50);
    expect(redact(Buffer.from('hunter2'))).toBe('7 bytes');
  });

  it('keeps what is useful of an error', () => {
    const error = Object.assign(
      new Error('refused by mqtt://a:hunter2@b', { cause: new Error('password: hunter2') }),
      {
        code: 'ECONNREFUSED',
      },
    );
    const clean = redact(error) as Record<string, unknown>;
    expect(clean).toMatchObject({ name: 'Error', code: 'ECONNREFUSED', message: 'refused by mqtt://***@b' });
    expect(clean.stack).toContain('redact.test.ts');
    expect(JSON.stringify(clean)).not.toContain('hunter2');
  });

  it('accepts any value, and no token survives', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.anything(),
        (before, after, value) => {
          expect(redactText(`${before} ${TOKEN} ${after}`)).not.toContain(TOKEN);
          expect(JSON.stringify(redact({ value, inner: `${before}${TOKEN}` })) ?? '').not.toContain(TOKEN);
        },
      ),
    );
  });
});
