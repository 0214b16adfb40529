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
    'Is defined.',
    ['{{ nothing is defined }}', 'False'],
    (value) => !(value instanceof Undefined),
  ),
  check(
    'undefined',
    'Is undefined.',
    ['{{ nothing is undefined }}', 'True'],
    (value) => value instanceof Undefined,
  ),
  check('none', 'Is `none`.', ['{{ none is none }}', 'True'], (value) => value === null),
  check(
    'boolean',
    'Is `true` or `false`.',
    ['{{ true is boolean }}', 'True'],
    (value) => typeof value === 'boolean',
  ),
  check('true', 'Is `true`.', ['{{ 1 is true }}', 'False'], (value) => value === true),
  check('false', 'Is `false`.', ['{{ false is false }}', 'True'], (value) => value === false),
  check('integer', 'Is an integer.', ['{{ 1 is integer }}', 'True'], isInt),
  check('float', 'Is a float.', ['{{ 1.0 is float }}', 'True'], isFloat),
  check('number', 'Is an integer, a float or a boolean.', ['{{ 1.5 is number }}', 'True'], isNumeric),
  check('string', 'Is text.', ["{{ 'a' is string }}", 'True'], (value) => textOf(value) !== undefined),
  check('mapping', 'Is a dict.', ['{{ {} is mapping }}', 'True'], isDict),
  check('sequence', 'Is a sequence.', ['{{ [] is sequence }}', 'True'], (value) => {
    if (value instanceof PySet) return false;
    return sizeOf(value) !== undefined;
  }),
  check(
    'iterable',
    'Is iterable.',
    ["{{ 'a' is iterable }}", 'True'],
    (value) => pullOf(value) !== undefined,
  ),
  check(
    'callable',
    'Is callable.',
    ['{{ range is callable }}', 'True'],
    (value) => value instanceof PyObject && value.callable,
  ),
  check(
    'escaped',
    'Is marked as safe in HTML.',
    ["{{ 'a' | safe is escaped }}", 'True'],
    (value) => value instanceof Markup,
  ),
  check('lower', 'All letters are lower case.', ["{{ 'abc' is lower }}", 'True'], (value) =>
    isAllCase(str(value), 'lower'),
  ),
  check('upper', 'All letters are upper case.', ["{{ 'ABC' is upper }}", 'True'], (value) =>
    isAllCase(str(value), 'upper'),
  ),
  check('odd', 'Is odd.', ['{{ 3 is odd }}', 'True'], (value, context) =>
    equals(remainder(value, 2, context), 1),
  ),
  check('even', 'Is even.', ['{{ 2 is even }}', 'True'], (value, context) =>
    equals(remainder(value, 2, context), 0),
  ),
  callable(
    'divisibleby(value, num)',
    'Is divisible by a number.',
    ['{{ 9 is divisibleby 3 }}', 'True'],
    (context, value, by) => equals(remainder(value, by, context), 0),
  ),
  callable(
    'sameas(value, other)',
    'Is the same object.',
    ['{{ none is sameas none }}', 'True'],
    (_context, value, other) => value === other,
  ),
  callable(
    'in(value, seq)',
    'Is an item, a key or a substring.',
    ['{{ 1 is in [1, 2] }}', 'True'],
    (context, value, seq) => contains(seq, value, context),
  ),
  callable(
    'filter(value)',
    'Whether the filter exists.',
    ["{{ 'round' is filter }}", 'True'],
    (context, value) => context.environment.filters.has(str(value)),
  ),
  callable('test(value)', 'Whether the test exists.', ["{{ 'odd' is test }}", 'True'], (context, value) =>
    context.environment.tests.has(str(value)),
  ),
  check('list', 'Is a list.', ['{{ [1] is list }}', 'True'], (value) => Array.isArray(value)),
  check('set', 'Is a set.', ['{{ set([1]) is set }}', 'True'], (value) => value instanceof PySet),
  check('tuple', 'Is a tuple.', ['{{ (1,) is tuple }}', 'True'], (value) => value instanceof Tuple),
  check(
    'string_like',
    'Is text or bytes.',
    ["{{ 'a' is string_like }}", 'True'],
    (value) => textOf(value) !== undefined || value instanceof Bytes,
  ),
  ...comparison(['==', 'eq', 'equalto'], '==', 'Whether `a` equals `b`.'),
  ...comparison(['!=', 'ne'], '!=', 'Whether `a` does not equal `b`.'),
  ...comparison(['<', 'lt', 'lessthan'], '<', 'Whether `a` is less than `b`.'),
  ...comparison(['<=', 'le'], '<=', 'Whether `a` is less than or equal to `b`.'),
  ...comparison(['>', 'gt', 'greaterthan'], '>', 'Whether `a` is greater than `b`.'),
  ...comparison(['>=', 'ge'], '>=', 'Whether `a` is greater than or equal to `b`.'),
];
