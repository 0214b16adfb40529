import { expect, onTestFinished, test } from 'vitest';
import { masked } from '../../../src/changes/masked.ts';
import { SealedTexts } from '../../../src/storage/changes/sealed-texts.ts';
import { SecretBox } from '../../../src/storage/secret-box.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const hasSecrets = (text: string): boolean => masked(text) !== text;
const place = { name: 'automation', id: 'night' };

test.each([
  'webhook_id: hook-4711',
  "  code: '8642'",
  'data: {pin: 1234}',
  '{"json":"{\\"cards\\":[{\\"code\\":\\"9753\\"}]}"}',
  'url: https://ann:geheim@home.example/x',
  'headers:\n  Authorization: Bearer abcdefghijkl',
  'api_key: k-1234',
])('a text with a secret is encrypted, and is the same afterwards: %j', (text) => {
  const texts = new SealedTexts(new SecretBox(tempFolder(onTestFinished)), hasSecrets);
  const sealed = texts.seal(text, place) ?? '';
  for (const secret of text.match(/hook-4711|8642|1234|9753|geheim|abcdefghijkl|k-1234/g) ?? [])
    expect(sealed).not.toContain(secret);
  expect(sealed).not.toBe(text);
  expect(texts.seal(text, place)).toBe(sealed);
  expect(texts.open(sealed, place)).toBe(text);
  expect(texts.open(sealed, { name: 'automation', id: 'other' })).toBeUndefined();
  const elsewhere = new SealedTexts(new SecretBox(tempFolder(onTestFinished)), hasSecrets);
  expect(elsewhere.open(sealed, place)).toBeUndefined();
});

test.each(['alias: Night\ntoken_id: 3', 'brightness: 30', '{"name":"Country code list"}'])(
  'a text without secrets stays readable: %j',
  (text) => {
    const texts = new SealedTexts(new SecretBox(tempFolder(onTestFinished)), hasSecrets);
    expect(texts.seal(text, place)).toBe(text);
    expect(texts.open(text, place)).toBe(text);
  },
);

test('the difference of a file is encrypted with its texts: it may be a part of a secret', () => {
  const texts = new SealedTexts(new SecretBox(tempFolder(onTestFinished)), hasSecrets);
  const splice = { at: 6, before: '8642', after: '9753', hashBefore: 'a', hashAfter: 'b' };
  const detail = { file: 'automations.yaml', splice };
  const part = { kind: 'item', ...place, before: 'code: 8642', after: 'code: 9753' } as const;
  const stored = texts.sealPart({ ...part, detail: JSON.stringify(detail) });
  expect(JSON.stringify(stored)).not.toMatch(/8642|9753/);
  expect(texts.openDetail(stored.detail, place)).toEqual(detail);
});
