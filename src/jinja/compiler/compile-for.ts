import { BREAK, type Evaluate, type Execute, Frame } from '../runtime/frame.ts';
import { Loop } from '../runtime/loop.ts';
import type { Statement, Target } from '../syntax/nodes.ts';
import type { Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { iterate, sizeOf, truth } from '../values/protocol.ts';
import { END, type Pull } from '../values/py-object.ts';
import { spend } from '../values/work-meter.ts';
import { compileExpression } from './compile-expression.ts';
import { openBlock, type StatementCompiler } from './compiler.ts';
import { assignedNames, mentions, targetNames } from './scope.ts';
import { compileTarget } from './target.ts';

type For = Extract<Statement, { kind: 'for' }>;

/** `for`: plain loops share the surrounding frame, recursive ones have a frame per run. */
export function compileFor(node: For, on: StatementCompiler): Execute {
  const over = compileExpression(node.over, on);
  const scope = node.recursive ? on.scope.frame() : on.scope.block();
  const inside = { ...on, scope };
  assignedNames(node.body, (name) => scope.declare(name));
  const resets = scope.own().map(([, slot]) => slot);
  targetNames(node.target, (name) => scope.declare(name));
  const assign = compileTarget(node.target, scope);
  const before = on.size.expressions;
  const test = node.test === undefined ? undefined : compileExpression(node.test, inside);
  const cost = 1 + ((on.size.expressions - before + resets.length + targetSize(node.target)) >> 3);
  const loopSlot = node.recursive || mentions(node.body, 'loop') ? scope.declare('loop') : -1;
  const body = on.body(node.body, inside);
  const otherwise = compileOtherwise(node, on);

  const run = (outer: Frame, items: Value, depth: number): string => {
    const frame = node.recursive ? new Frame(outer.context, outer.variables, outer) : outer;
    const { context, slots } = frame;
    const pull = filtered(iterate(items, context), test && { holds: test, cost }, frame, assign);
    let next = pull;
    if (loopSlot >= 0) {
      const again = node.recursive ? (inner: Value, deeper: number) => run(outer, inner, deeper) : undefined;
      const size = test === undefined ? sizeOf(items) : undefined;
      const loop = new Loop(context, pull, size, depth, again);
      next = () => loop.advance();
      slots[loopSlot] = loop;
    }
    let text = '';
    let item = next();
    if (item === END) return otherwise(outer);
    for (; item !== END; item = next()) {
      spend(cost);
      assign(frame, item);
      for (const slot of resets) slots[slot] = undefined;
      text += body(frame);
      if (text.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
      if (frame.signal !== 0) {
        const { signal } = frame;
        frame.signal = 0;
        if (signal === BREAK) break;
      }
    }
    return text;
  };
  return (frame) => run(frame, over(frame), 0);
}

function compileOtherwise(node: For, on: StatementCompiler): Execute {
  const { inside, reset } = openBlock(on, node.otherwise);
  const body = on.body(node.otherwise, inside);
  return (frame) => {
    reset(frame);
    return body(frame);
  };
}

/** The items that pass the test of a `for … if`, evaluated lazily. */
function filtered(
  pull: Pull,
  test: { readonly holds: Evaluate; readonly cost: number } | undefined,
  frame: Frame,
  assign: (frame: Frame, value: Value) => void,
): Pull {
  if (test === undefined) return pull;
  return () => {
    for (let item = pull(); item !== END; item = pull()) {
      spend(test.cost);
      assign(frame, item);
      if (truth(test.holds(frame))) return item;
    }
    return END;
  };
}

/** The number of names and tuples in an assignment target. */
function targetSize(target: Target): number {
  if (target.kind !== 'targets') return 1;
  return target.items.reduce((sum, item) => sum + targetSize(item), 1);
}
