import type { Frame } from '../runtime/frame.ts';
import type { Target } from '../syntax/nodes.ts';
import type { Value } from '../values/context.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { Namespace } from '../values/objects.ts';
import { typeName } from '../values/printing.ts';
import { pullOf, toArray } from '../values/protocol.ts';
import { Tuple } from '../values/values.ts';
import type { Scope } from './scope.ts';

type Assign = (frame: Frame, value: Value) => void;

/** Compiles the target of a `set`, `for` or `with` to its assignment. */
export function compileTarget(target: Target, scope: Scope): Assign {
  if (target.kind === 'name') {
    const slot = scope.declare(target.name);
    return (frame, value) => {
      frame.slots[slot] = value;
    };
  }
  if (target.kind === 'member') {
    const { name } = target;
    const of = scope.reader(target.of);
    return (frame, value) => {
      const space = of(frame);
      if (!(space instanceof Namespace)) {
        throw new TemplateFailure('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
      }
      space.set(name, value);
    };
  }
  const assigns = target.items.map((item) => compileTarget(item, scope));
  return (frame, value) => {
    const values = unpack(value, assigns.length, frame);
    for (let at = 0; at < assigns.length; at += 1) assigns[at]?.(frame, values[at]);
  };
}

function unpack(value: Value, count: number, frame: Frame): readonly Value[] {
  const direct = value instanceof Tuple ? value.items : value;
  if (!Array.isArray(direct) && pullOf(value, frame.context) === undefined) {
    throw typeError(`cannot unpack non-iterable ${typeName(value)} object`);
  }
  const values: readonly Value[] = Array.isArray(direct) ? direct : toArray(value, frame.context);
  if (values.length < count) {
    throw valueError(`not enough values to unpack (expected ${count}, got ${values.length})`);
  }
  if (values.length > count) throw valueError(`too many values to unpack (expected ${count})`);
  return values;
}
