import type { State } from '../../core/state.ts';
import type { EntityTriggers, IsOne } from '../definition/entity-triggers.ts';
import { numberIn } from '../definition/state-tests.ts';

const reaches =
  (limit: string): IsOne =>
  (state) =>
    numberIn(state) !== undefined && numberIn(state) === state.attributes[limit];

const steps = (from: State, to: State): number =>
  (numberIn(to) ?? Number.NaN) - (numberIn(from) ?? Number.NaN);

/** `counter.incremented` and the like. */
export const counterTriggers: EntityTriggers = {
  happens: {
    incremented: { leads: (from, to) => steps(from, to) > 0 },
    decremented: { leads: (from, to) => steps(from, to) < 0 },
  },
  becomes: {
    maximum_reached: reaches('maximum'),
    minimum_reached: reaches('minimum'),
    reset: reaches('initial'),
  },
  // Counters may be negative.
  valueIs: {
    is_value: { measure: { units: [], domains: ['counter', 'number'], number: { mode: 'box', step: 1 } } },
  },
};
