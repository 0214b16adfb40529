import type { Execute } from '../runtime/frame.ts';
import { Macro, type MacroShape } from '../runtime/macro.ts';
import type { Signature, Statement } from '../syntax/nodes.ts';
import { str } from '../values/printing.ts';
import { compileExpression } from './compile-expression.ts';
import type { StatementCompiler } from './compiler.ts';
import { assignedNames, mentions } from './scope.ts';

/** The name for the body of a call block; it cannot occur in source text. */
const CALLER = ' caller';

function compileShape(
  name: string | null,
  signature: Signature,
  body: readonly Statement[],
  on: StatementCompiler,
): MacroShape {
  const scope = on.scope.frame();
  const inside = { ...on, scope, soft: false };
  const before = on.size.expressions;
  const slots = signature.names.map((parameter) => scope.declare(parameter));
  const special = (word: string): number =>
    !signature.names.includes(word) && mentions(body, word) ? scope.declare(word) : -1;
  const [varargs, kwargs, caller] = [special('varargs'), special('kwargs'), special('caller')];
  assignedNames(body, (assigned) => scope.declare(assigned));
  const first = signature.names.length - signature.defaults.length;
  const parameters = signature.names.map((parameter, at) => {
    const standard = signature.defaults[at - first];
    return {
      name: parameter,
      slot: slots[at] ?? 0,
      standard: standard === undefined ? undefined : compileExpression(standard, inside),
    };
  });
  const explicitCaller = caller < 0 && signature.names.includes('caller') ? -1 : caller;
  return {
    name,
    parameters,
    varargs,
    kwargs,
    caller: explicitCaller,
    escape: on.escape,
    cost: 1 + ((on.size.expressions - before + signature.names.length) >> 3),
    body: on.body(body, inside),
  };
}

/** `{% macro %}`. */
export function compileMacro(node: Extract<Statement, { kind: 'macro' }>, on: StatementCompiler): Execute {
  const slot = on.scope.declare(node.name);
  const shape = compileShape(node.name, node.signature, node.body, on);
  return (frame) => {
    frame.slots[slot] = new Macro(shape, frame);
    return '';
  };
}

/** `{% call(x) m(…) %}`: the macro gets the block's body as its `caller`. */
export function compileCallBlock(
  node: Extract<Statement, { kind: 'callBlock' }>,
  on: StatementCompiler,
): Execute {
  if (node.call.kind !== 'call') return () => '';
  const shape = compileShape(null, node.signature, node.body, on);
  const scope = on.scope.block();
  const slot = scope.declare(CALLER);
  const { args } = node.call;
  const named = [...args.named, ['caller', { kind: 'name', name: CALLER }] as const];
  const call = compileExpression({ ...node.call, args: { ...args, named } }, { ...on, scope });
  return (frame) => {
    frame.slots[slot] = new Macro(shape, frame);
    return str(call(frame));
  };
}
