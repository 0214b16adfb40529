import { isAllCase } from '../methods/text-case.ts';
import { binary } from '../runtime/operators.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { isFloat, isInt, isNumeric } from '../values/number.ts';
import { Bytes } from '../values/objects.ts';
import { str } from '../values/printing.ts';
import { type Comparison, compare, contains, Markup, pullOf, sizeOf, textOf } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { Undefined } from '../values/undefined.ts';
import { equals, isDict, PySet, Tuple } from '../values/values.ts';

function check(
  name: string,
  description: string,
  example: readonly [string, string],
  run: (value: Value, context: RenderContext) => boolean,
): Callable {
  return callable(`${name}(value)`, description, example, (context, value) => run(value, context));
}

function comparison(
  names: readonly string[],
  operator: Comparison,
  description: string,
): readonly Callable[] {
  const holds = { '==': '1', '!=': '2', '<': '2', '<=': '1', '>': '0', '>=': '1' }[operator];
  return names.map((name) => ({
    name,
    signature: `${/^\w+$/.test(name) ? name : 'compare'}(a, b)`,
    description,
    example: [`{{ [1] | select('${name}', ${holds}) | list }}`, '[1]'] as const,
    run: (_context: RenderContext, a: Value, b: Value): Value => compare(operator, a, b),
  }));
}

function remainder(value: Value, by: Value, context: RenderContext): Value {
  return binary('%', value, by, context);
}

/** Jinja's tests. */
export const BASIC_TESTS: readonly Callable[] = [
  check(
    'defined',
    'There is such a value.',
    ['{{ nothing is defined }}', 'False'],
    (value) => !(value instanceof Undefined),
  ),
  check(
    'undefined',
    'There is no such value.',
    ['{{ nothing is undefined }}', 'True'],
    (value) => value instanceof Undefined,
  ),
  check('none', 'It is none.', ['{{ none is none }}', 'True'], (value) => value === null),
  check(
    'boolean',
    'It is true or false.',
    ['{{ true is boolean }}', 'True'],
    (value) => typeof value === 'boolean',
  ),
  check('true', 'It is true itself.', ['{{ 1 is true }}', 'False'], (value) => value === true),
  check('false', 'It is false itself.', ['{{ false is false }}', 'True'], (value) => value === false),
  check('integer', 'An int.', ['{{ 1 is integer }}', 'True'], isInt),
  check('float', 'A float.', ['{{ 1.0 is float }}', 'True'], isFloat),
  check('number', 'An int, a float or a boolean.', ['{{ 1.5 is number }}', 'True'], isNumeric),
  check('string', 'Text.', ["{{ 'a' is string }}", 'True'], (value) => textOf(value) !== undefined),
  check('mapping', 'A dict.', ['{{ {} is mapping }}', 'True'], isDict),
  check('sequence', 'It has items that can be counted.', ['{{ [] is sequence }}', 'True'], (value) => {
    if (value instanceof PySet) return false;
    return sizeOf(value) !== undefined;
  }),
  check(
    'iterable',
    'One can go through it.',
    ["{{ 'a' is iterable }}", 'True'],
    (value) => pullOf(value) !== undefined,
  ),
  check(
    'callable',
    'It can be called.',
    ['{{ range is callable }}', 'True'],
    (value) => value instanceof PyObject && value.callable,
  ),
  check(
    'escaped',
    'It is marked as safe in HTML.',
    ["{{ 'a' | safe is escaped }}", 'True'],
    (value) => value instanceof Markup,
  ),
  check('lower', 'Small letters only.', ["{{ 'abc' is lower }}", 'True'], (value) =>
    isAllCase(str(value), 'lower'),
  ),
  check('upper', 'Big letters only.', ["{{ 'ABC' is upper }}", 'True'], (value) =>
    isAllCase(str(value), 'upper'),
  ),
  check('odd', 'Not divisible by two.', ['{{ 3 is odd }}', 'True'], (value, context) =>
    equals(remainder(value, 2, context), 1),
  ),
  check('even', 'Divisible by two.', ['{{ 2 is even }}', 'True'], (value, context) =>
    equals(remainder(value, 2, context), 0),
  ),
  callable(
    'divisibleby(value, num)',
    'Divisible by a number.',
    ['{{ 9 is divisibleby 3 }}', 'True'],
    (context, value, by) => equals(remainder(value, by, context), 0),
  ),
  callable(
    'sameas(value, other)',
    'The very same value.',
    ['{{ none is sameas none }}', 'True'],
    (_context, value, other) => value === other,
  ),
  callable(
    'in(value, seq)',
    'It is an item, a key or a part of the other.',
    ['{{ 1 is in [1, 2] }}', 'True'],
    (context, value, seq) => contains(seq, value, context),
  ),
  callable(
    'filter(value)',
    'A filter has this name.',
    ["{{ 'round' is filter }}", 'True'],
    (context, value) => context.environment.filters.has(str(value)),
  ),
  callable('test(value)', 'A test has this name.', ["{{ 'odd' is test }}", 'True'], (context, value) =>
    context.environment.tests.has(str(value)),
  ),
  check('list', 'A list.', ['{{ [1] is list }}', 'True'], (value) => Array.isArray(value)),
  check('set', 'A set.', ['{{ set([1]) is set }}', 'True'], (value) => value instanceof PySet),
  check('tuple', 'A tuple.', ['{{ (1,) is tuple }}', 'True'], (value) => value instanceof Tuple),
  check(
    'string_like',
    'Text or bytes.',
    ["{{ 'a' is string_like }}", 'True'],
    (value) => textOf(value) !== undefined || value instanceof Bytes,
  ),
  ...comparison(['==', 'eq', 'equalto'], '==', 'Equal.'),
  ...comparison(['!=', 'ne'], '!=', 'Not equal.'),
  ...comparison(['<', 'lt', 'lessthan'], '<', 'Less.'),
  ...comparison(['<=', 'le'], '<=', 'Less or equal.'),
  ...comparison(['>', 'gt', 'greaterthan'], '>', 'More.'),
  ...comparison(['>=', 'ge'], '>=', 'More or equal.'),
];
