import type { Named } from './call.ts';
import type { RenderContext, Value } from './context.ts';
import { PyObject } from './py-object.ts';

type Run = (args: readonly Value[], context: RenderContext, named: Named) => Value;

/** A function made while rendering, such as `loop.cycle`. */
export class Method extends PyObject {
  private readonly run: Run;
  private readonly kind: string;

  constructor(run: Run, kind = 'method') {
    super();
    this.run = run;
    this.kind = kind;
  }

  override get typeName(): string {
    return this.kind;
  }

  override get callable(): boolean {
    return true;
  }

  override call(context: RenderContext, args: readonly Value[], named: Named): Value {
    return this.run(args, context, named);
  }
}
