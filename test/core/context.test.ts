import { expect, test } from 'vitest';
import { newContext, ulid } from '../../src/core/context.ts';

test('an id is a ULID: its milliseconds in front, never the same twice', () => {
  const at = Date.parse('2026-11-20T12:00:00.123Z');
  const ids = Array.from({ length: 5000 }, () => ulid(at + 0.5));
  expect(new Set(ids).size).toBe(5000);
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const time = [...(ids[0] ?? '').slice(0, 10)].reduce(
    (sum, letter) => sum * 32 + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter),
    0,
  );
  expect(time).toBe(at);
  expect(ulid(at + 1) > (ids[0] ?? '')).toBe(true);
});

test('a context without a caller has neither user nor parent', () => {
  expect(newContext(0)).toEqual({ id: expect.any(String), user_id: null, parent_id: null });
});
