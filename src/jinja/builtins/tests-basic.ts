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

function check(name: string, run: (value: Value, context: RenderContext) => boolean): Callable {
  return callable(`${name}(value)`, (context, value) => run(value, context));
}

function comparison(names: readonly string[], operator: Comparison): readonly Callable[] {
  return names.map((name) => ({
    name,
    signature: `${/^\w+$/.test(name) ? name : 'compare'}(a, b)`,
    run: (_context: RenderContext, a: Value, b: Value): Value => compare(operator, a, b),
  }));
}

function remainder(value: Value, by: Value, context: RenderContext): Value {
  return binary('%', value, by, context);
}

/** Jinja's tests. */
export const BASIC_TESTS: readonly Callable[] = [
  check('defined', (value) => !(value instanceof Undefined)),
  check('undefined', (value) => value instanceof Undefined),
  check('none', (value) => value === null),
  check('boolean', (value) => typeof value === 'boolean'),
  check('true', (value) => value === true),
  check('false', (value) => value === false),
  check('integer', isInt),
  check('float', isFloat),
  check('number', isNumeric),
  check('string', (value) => textOf(value) !== undefined),
  check('mapping', isDict),
  check('sequence', (value) => {
    if (value instanceof PySet) return false;
    return sizeOf(value) !== undefined;
  }),
  check('iterable', (value) => pullOf(value) !== undefined),
  check('callable', (value) => value instanceof PyObject && value.callable),
  check('escaped', (value) => value instanceof Markup),
  check('lower', (value) => isAllCase(str(value), 'lower')),
  check('upper', (value) => isAllCase(str(value), 'upper')),
  check('odd', (value, context) => equals(remainder(value, 2, context), 1)),
  check('even', (value, context) => equals(remainder(value, 2, context), 0)),
  callable('divisibleby(value, num)', (context, value, by) => equals(remainder(value, by, context), 0)),
  callable('sameas(value, other)', (_context, value, other) => value === other),
  callable('in(value, seq)', (context, value, seq) => contains(seq, value, context)),
  callable('filter(value)', (context, value) => context.environment.filters.has(str(value))),
  callable('test(value)', (context, value) => context.environment.tests.has(str(value))),
  check('list', (value) => Array.isArray(value)),
  check('set', (value) => value instanceof PySet),
  check('tuple', (value) => value instanceof Tuple),
  check('string_like', (value) => textOf(value) !== undefined || value instanceof Bytes),
  ...comparison(['==', 'eq', 'equalto'], '=='),
  ...comparison(['!=', 'ne'], '!='),
  ...comparison(['<', 'lt', 'lessthan'], '<'),
  ...comparison(['<=', 'le'], '<='),
  ...comparison(['>', 'gt', 'greaterthan'], '>'),
  ...comparison(['>=', 'ge'], '>='),
];
