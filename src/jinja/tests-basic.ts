import { callable } from './call.ts';
import type { Callable } from './context.ts';
import { Undefined } from './undefined.ts';

export const BASIC_TESTS: readonly Callable[] = [
  callable(
    'defined(value)',
    'There is such a value.',
    ['{{ nothing is defined }}', 'False'],
    (_context, value) => !(value instanceof Undefined),
  ),
  callable(
    'none(value)',
    'The value is none.',
    ['{{ none is none }}', 'True'],
    (_context, value) => value === null,
  ),
];
