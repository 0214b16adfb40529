import { expect, test } from 'vitest';
import { isLeftOut, type SensorTraits } from '../../../src/history/logbook/logbook-entities.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

test.each(Object.entries(cases<Record<string, SensorTraits>>('left out')))(
  '%s with %j is left out',
  (id, traits) => {
    expect(isLeftOut(id, traits)).toBe(true);
  },
);

test.each(Object.entries(cases<Record<string, SensorTraits>>('kept')))('%s with %j is kept', (id, traits) => {
  expect(isLeftOut(id, traits)).toBe(false);
});
