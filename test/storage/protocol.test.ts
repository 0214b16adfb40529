import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HubError } from '../../src/core/errors.ts';
import { asFailure, failureError } from '../../src/storage/failure.ts';
import { parseAnswer, parseOpenRequest, parseRequest } from '../../src/storage/protocol.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

test('messages of the protocol are read as they are', () => {
  const write = { kind: 'write', units: [{ id: 1, statements: [{ sql: 'SELECT 1' }] }] };
  expect(parseRequest(write)).toBe(write);
  const rows = { kind: 'rows', id: 1, rows: [{ a: 1 }], last: true };
  expect(parseAnswer(rows)).toBe(rows);
});

test('anything else throws', () => {
  for (const message of cases<(null | string | object)[]>('invalid messages')) {
    expect(() => parseRequest(message), JSON.stringify(message)).toThrow(/storage protocol/);
    expect(() => parseAnswer(message), JSON.stringify(message)).toThrow(/storage protocol/);
  }
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (message) => {
      expect(() => parseAnswer(message)).toThrow(/storage protocol/);
      expect(() => parseOpenRequest(message)).toThrow(/Not a database/);
    }),
  );
});

test('system errors become messages for users; programming errors stay plain errors', () => {
  const full = failureError({ code: 'SQLITE_FULL', message: 'database or disk is full' }, 'hearth.db');
  expect(full).toBeInstanceOf(HubError);
  expect(full.message).toBe('hearth.db could not be used: the disk is full');
  const mistake = failureError(
    { code: 'SQLITE_CONSTRAINT_PRIMARYKEY', message: 'UNIQUE failed' },
    'hearth.db',
  );
  expect(mistake).not.toBeInstanceOf(HubError);
  expect(mistake.message).toContain('UNIQUE failed');
});

test('any thrown value can be sent to the other thread', () => {
  expect(asFailure(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toEqual({
    code: 'ENOSPC',
    message: 'no space',
  });
  expect(asFailure(new Error('ConnectionFailed("Unable to open x: 14")')).code).toBe('SQLITE_CANTOPEN');
  expect(asFailure('text')).toEqual({ code: 'UNKNOWN', message: "'text'" });
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true }),
      (thrown) => typeof asFailure(thrown).message === 'string',
    ),
  );
});
