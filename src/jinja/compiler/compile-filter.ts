import type { Evaluate, Frame } from '../runtime/frame.ts';
import type { Arguments, Expression } from '../syntax/nodes.ts';
import { SyntaxFailure } from '../syntax/syntax-error.ts';
import {
  chargeOne,
  chargeThree,
  chargeTwo,
  invoke,
  type Named,
  NO_NAMED,
  parametersOf,
  takesPlainly,
} from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { truth } from '../values/protocol.ts';
import type { ExpressionCompiler } from './compiler.ts';

type Compile = (node: Expression, on: ExpressionCompiler) => Evaluate;
type CompileArguments = (
  args: Arguments,
  on: ExpressionCompiler,
) => (frame: Frame) => { readonly positional: Value[]; readonly named: Named };

/** The slot for the text that a `{% filter %}` or block `set` passes to its filter. */
export const PIPED = '|';

/** `value | name(…)`. */
export function compileFilter(
  node: Extract<Expression, { kind: 'filter' }>,
  on: ExpressionCompiler,
  compile: Compile,
  compileArguments: CompileArguments,
): Evaluate {
  const of = node.of === undefined ? on.scope.reader(PIPED) : compile(node.of, on);
  const found = find('filter', node.name, node.offset, on);
  if (found === undefined) return missing('filter', node.name);
  return apply(found, of, node.args, on, compile, compileArguments);
}

/** `value is name(…)`. */
export function compileTest(
  node: Extract<Expression, { kind: 'test' }>,
  on: ExpressionCompiler,
  compile: Compile,
  compileArguments: CompileArguments,
): Evaluate {
  const of = compile(node.of, on);
  const found = find('test', node.name, node.offset, on);
  if (found === undefined) return missing('test', node.name);
  const test = apply(found, of, node.args, on, compile, compileArguments);
  return (frame) => truth(test(frame));
}

function find(
  kind: 'filter' | 'test',
  name: string,
  offset: number,
  on: ExpressionCompiler,
): Callable | undefined {
  const found = on.environment[kind === 'filter' ? 'filters' : 'tests'].get(name);
  if (found !== undefined || on.soft) return found;
  throw new SyntaxFailure(`No ${kind} named '${name}'.`, on.source, offset, 'TemplateAssertionError');
}

function missing(kind: string, name: string): Evaluate {
  return () => {
    throw new TemplateFailure('TemplateRuntimeError', `No ${kind} named '${name}' found.`);
  };
}

/** Whether all arguments are positional, without stars. */
export function isPlain(args: Arguments): boolean {
  return args.named.length === 0 && args.star === undefined && args.doubleStar === undefined;
}

function apply(
  callable: Callable,
  of: Evaluate,
  args: Arguments,
  on: ExpressionCompiler,
  compile: Compile,
  compileArguments: CompileArguments,
): Evaluate {
  if (isPlain(args) && takesPlainly(parametersOf(callable), args.positional.length + 1)) {
    return applyPlainly(
      callable,
      of,
      args.positional.map((arg) => compile(arg, on)),
    );
  }
  const given = compileArguments(args, on);
  return (frame) => {
    const value = of(frame);
    const { positional, named } = given(frame);
    return invoke(callable, frame.context, [value, ...positional], named ?? NO_NAMED);
  };
}

function applyPlainly(callable: Callable, of: Evaluate, args: readonly Evaluate[]): Evaluate {
  const [first, second, third] = args;
  if (first === undefined) {
    return (frame) => {
      const value = of(frame);
      chargeOne(value);
      return callable.run(frame.context, value);
    };
  }
  if (second === undefined) {
    return (frame) => {
      const value = of(frame);
      const argument = first(frame);
      chargeTwo(value, argument);
      return callable.run(frame.context, value, argument);
    };
  }
  if (third === undefined) {
    return (frame) => {
      const value = of(frame);
      const argument = first(frame);
      const other = second(frame);
      chargeThree(value, argument, other);
      return callable.run(frame.context, value, argument, other);
    };
  }
  return (frame) => invoke(callable, frame.context, [of(frame), ...args.map((arg) => arg(frame))]);
}
