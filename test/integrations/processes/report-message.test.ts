import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FromIntegration, isReportMessage } from '../../../src/integrations/processes/protocol.ts';
import { seeds } from '../../support/thoroughness.ts';

const values = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.constantFrom([], null, 'x', 7, { a: { b: [{ c: 1 }] } }),
);
const report = fc.oneof(
  fc.tuple(fc.nat(5), values),
  fc.tuple(fc.nat(5), values, fc.constantFrom(true, false, null, 1)),
  fc.tuple(fc.constantFrom(0, -1, 1.5, 1e9, 1e9 + 1, '1'), values, fc.constant(null), values),
  fc.constantFrom([1], [1, {}, true, {}, 1], {}, null),
);

it('reports are accepted and refused as the schema does', () => {
  const message = fc.record({ type: fc.constant('report'), reports: fc.array(report, { maxLength: 3 }) });
  fc.assert(
    fc.property(message, (one) => {
      expect(isReportMessage(one)).toBe(FromIntegration.safeParse(one).success);
    }),
    { numRuns: seeds(500, 5000) },
  );
  const many = { type: 'report', reports: Array.from({ length: 251 }, () => [1, {}]) };
  expect([isReportMessage(many), isReportMessage({ type: 'pong' }), isReportMessage(null)]).toEqual([
    ...[false, false, false],
  ]);
});
