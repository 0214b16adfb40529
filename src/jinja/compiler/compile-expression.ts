import { DICT_METHODS } from '../methods/dict.ts';
import { callMethod, getAttribute, getItem, getSlice } from '../runtime/access.ts';
import type { Evaluate } from '../runtime/frame.ts';
import { binary, joinTexts, unary } from '../runtime/operators.ts';
import type { Arguments, Expression } from '../syntax/nodes.ts';
import { callValue, type Named, NO_NAMED } from '../values/call.ts';
import type { Value } from '../values/context.ts';
import { typeError } from '../values/failure.ts';
import { str, typeName } from '../values/printing.ts';
import { type Comparison, compare, contains, toArray, truth } from '../values/protocol.ts';
import { Undefined, undefinedMember } from '../values/undefined.ts';
import { Dict, dictEntries, isDict, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';
import { compileFilter, compileTest, isPlain } from './compile-filter.ts';
import type { ExpressionCompiler } from './compiler.ts';

/** Compiles an expression to a function of the frame. */
export function compileExpression(node: Expression, on: ExpressionCompiler): Evaluate {
  on.size.expressions += 1;
  spend(1);
  switch (node.kind) {
    case 'constant': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      return on.scope.reader(node.name);
    case 'list':
    case 'tuple':
      return once(node, sequence(node.kind, node.items, on));
    case 'dict':
      return once(node, dict(node.items, on));
    case 'attribute':
      return attribute(compileExpression(node.of, on), node.name);
    case 'item': {
      const [of, key] = [compileExpression(node.of, on), compileExpression(node.key, on)];
      if (node.key.kind === 'constant' && typeof node.key.value === 'string')
        return member(of, node.key.value);
      return (frame) => getItem(frame.context, of(frame), key(frame));
    }
    case 'slice':
      return slice(node, on);
    case 'call':
      return call(node.of, node.args, on);
    case 'filter':
      return compileFilter(node, on, compileExpression, compileArguments);
    case 'test':
      return compileTest(node, on, compileExpression, compileArguments);
    case 'binary': {
      const { operator } = node;
      const [left, right] = [compileExpression(node.left, on), compileExpression(node.right, on)];
      return (frame) => binary(operator, left(frame), right(frame), frame.context);
    }
    case 'unary': {
      const { operator } = node;
      const of = compileExpression(node.of, on);
      return (frame) => unary(operator, of(frame));
    }
    case 'not': {
      const of = compileExpression(node.of, on);
      return (frame) => !truth(of(frame));
    }
    case 'logic': {
      const [left, right] = [compileExpression(node.left, on), compileExpression(node.right, on)];
      const stop = node.operator === 'or';
      return (frame) => {
        const value = left(frame);
        return truth(value) === stop ? value : right(frame);
      };
    }
    case 'concat': {
      const parts = node.parts.map((part) => compileExpression(part, on));
      return (frame) =>
        joinTexts(
          parts.map((part) => part(frame)),
          frame.context,
        );
    }
    case 'compare':
      return comparison(node, on);
    case 'conditional':
      return conditional(node, on);
  }
}

/** Literals are immutable, so those without names are evaluated at first use and cached. */
function once(node: Expression, make: Evaluate): Evaluate {
  if (!isConstant(node)) return make;
  let value: Value;
  return (frame) => {
    if (value === undefined) value = make(frame);
    return value;
  };
}

/** Whether an expression has the same value in every render. */
export function isConstant(node: Expression): boolean {
  switch (node.kind) {
    case 'constant':
      return true;
    case 'list':
    case 'tuple':
      return node.items.every(isConstant);
    case 'dict':
      return node.items.every(([key, value]) => isConstant(key) && isConstant(value));
    case 'unary':
      return isConstant(node.of);
    default:
      return false;
  }
}

function sequence(kind: 'list' | 'tuple', items: readonly Expression[], on: ExpressionCompiler): Evaluate {
  const parts = items.map((item) => compileExpression(item, on));
  if (kind === 'list') return (frame) => parts.map((part) => part(frame));
  return (frame) => new Tuple(parts.map((part) => part(frame)));
}

function dict(items: readonly (readonly [Expression, Expression])[], on: ExpressionCompiler): Evaluate {
  const parts = items.map(
    ([key, value]) => [compileExpression(key, on), compileExpression(value, on)] as const,
  );
  return (frame) => {
    const result = new Dict();
    for (const [key, value] of parts) result.set(key(frame), value(frame));
    return result;
  };
}

/** Members of plain objects (payloads) are read directly, unless dicts have a method of that name. */
function attribute(of: Evaluate, name: string): Evaluate {
  const plain = !DICT_METHODS.has(name) && !name.startsWith('_');
  if (!plain) return (frame) => getAttribute(frame.context, of(frame), name);
  return (frame) => {
    const value = of(frame);
    if (isPayload(value)) {
      const found = Object.hasOwn(value, name) ? value[name] : undefined;
      return found === undefined ? undefinedMember(frame.context, value, name) : found;
    }
    return getAttribute(frame.context, value, name);
  };
}

function member(of: Evaluate, name: string): Evaluate {
  return (frame) => {
    const value = of(frame);
    if (isPayload(value) && Object.hasOwn(value, name)) {
      const found = value[name];
      if (found !== undefined) return found;
    }
    return getItem(frame.context, value, name);
  };
}

function isPayload(value: Value): value is Readonly<Record<string, Value>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function slice(node: Extract<Expression, { kind: 'slice' }>, on: ExpressionCompiler): Evaluate {
  const of = compileExpression(node.of, on);
  const [first, second, third] = node.parts.map((part) =>
    part === undefined ? undefined : compileExpression(part, on),
  );
  return (frame) => getSlice(of(frame), [first?.(frame), second?.(frame), third?.(frame)]);
}

function comparison(node: Extract<Expression, { kind: 'compare' }>, on: ExpressionCompiler): Evaluate {
  const first = compileExpression(node.first, on);
  const rest = node.rest.map(([operator, right]) => [operator, compileExpression(right, on)] as const);
  const [only] = rest;
  if (rest.length === 1 && only !== undefined) {
    const [operator, right] = only;
    if (operator === 'in') return (frame) => isIn(first(frame), right(frame), frame.context);
    if (operator === 'not in') return (frame) => !isIn(first(frame), right(frame), frame.context);
    return (frame) => compare(operator, first(frame), right(frame));
  }
  return (frame) => {
    let left = first(frame);
    for (const [operator, part] of rest) {
      const right = part(frame);
      const holds =
        operator === 'in' || operator === 'not in'
          ? isIn(left, right, frame.context) === (operator === 'in')
          : compare(operator satisfies Comparison, left, right);
      if (!holds) return false;
      left = right;
    }
    return true;
  };
}

function isIn(value: Value, container: Value, context: Parameters<typeof contains>[2]): boolean {
  return contains(container, value, context);
}

function conditional(node: Extract<Expression, { kind: 'conditional' }>, on: ExpressionCompiler): Evaluate {
  const test = compileExpression(node.test, on);
  const soft = { ...on, soft: true };
  const chosen = compileExpression(node.chosen, soft);
  const otherwise = node.otherwise === undefined ? undefined : compileExpression(node.otherwise, soft);
  return (frame) => {
    if (truth(test(frame))) return chosen(frame);
    if (otherwise !== undefined) return otherwise(frame);
    const text = 'the inline if-expression evaluated to false and no else section was defined.';
    return new Undefined(frame.context, () => text);
  };
}

function call(of: Expression, args: Arguments, on: ExpressionCompiler): Evaluate {
  if (of.kind === 'attribute') {
    const target = compileExpression(of.of, on);
    const { name } = of;
    const bound = compileArguments(args, on);
    return (frame) => {
      const value = target(frame);
      const { positional, named } = bound(frame);
      return callMethod(frame.context, value, name, positional, named);
    };
  }
  const target = compileExpression(of, on);
  const [first, second] = args.positional;
  if (first !== undefined && second === undefined && isPlain(args)) {
    const argument = compileExpression(first, on);
    return (frame) => callValue(target(frame), frame.context, [argument(frame)], NO_NAMED);
  }
  const bound = compileArguments(args, on);
  return (frame) => {
    const value = target(frame);
    const { positional, named } = bound(frame);
    return callValue(value, frame.context, positional, named);
  };
}

export interface Given {
  readonly positional: Value[];
  readonly named: Named;
}

/** The arguments of a call, with stars expanded. */
export function compileArguments(
  args: Arguments,
  on: ExpressionCompiler,
): (frame: Parameters<Evaluate>[0]) => Given {
  const positional = args.positional.map((arg) => compileExpression(arg, on));
  const named = args.named.map(([name, value]) => [name, compileExpression(value, on)] as const);
  const star = args.star === undefined ? undefined : compileExpression(args.star, on);
  const doubleStar = args.doubleStar === undefined ? undefined : compileExpression(args.doubleStar, on);
  return (frame) => {
    const values = positional.map((arg) => arg(frame));
    if (star !== undefined) {
      for (const item of toArray(star(frame), frame.context)) values.push(item);
    }
    if (named.length === 0 && doubleStar === undefined) return { positional: values, named: NO_NAMED };
    const names = new Map<string, Value>();
    for (const [name, value] of named) names.set(name, value(frame));
    if (doubleStar !== undefined) spreadNamed(doubleStar(frame), names);
    return { positional: values, named: names };
  };
}

function spreadNamed(value: Value, into: Map<string, Value>): void {
  if (!isDict(value)) throw typeError(`argument after ** must be a mapping, not ${typeName(value)}`);
  for (const [key, item] of dictEntries(value)) into.set(str(key), item);
}
