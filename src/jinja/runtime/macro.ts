import type { Named } from '../values/call.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { typeError } from '../values/failure.ts';
import { Markup } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { Undefined } from '../values/undefined.ts';
import { Dict, Tuple } from '../values/values.ts';
import { type Evaluate, type Execute, Frame } from './frame.ts';

/** The parts of a macro that do not depend on its frame. Slots are -1 if the body does not use them. */
export interface MacroShape {
  readonly name: string | null;
  readonly parameters: readonly {
    readonly name: string;
    readonly slot: number;
    readonly standard: Evaluate | undefined;
  }[];
  readonly varargs: number;
  readonly kwargs: number;
  readonly caller: number;
  readonly escape: boolean;
  /** Units of work for the parameters and their defaults. */
  readonly cost: number;
  readonly body: Execute;
}

/** A macro: a call returns the output of its body. */
export class Macro extends PyObject {
  private readonly shape: MacroShape;
  private readonly home: Frame;

  constructor(shape: MacroShape, home: Frame) {
    super();
    this.shape = shape;
    this.home = home;
  }

  get name(): string | null {
    return this.shape.name;
  }

  override get typeName(): string {
    return 'Macro';
  }

  override get callable(): boolean {
    return true;
  }

  override attribute(name: string): Value {
    const { shape } = this;
    switch (name) {
      case 'name':
        return shape.name;
      case 'arguments':
        return new Tuple(shape.parameters.map((parameter) => parameter.name));
      case 'catch_kwargs':
        return shape.kwargs >= 0;
      case 'catch_varargs':
        return shape.varargs >= 0;
      case 'caller':
        return shape.caller >= 0;
      default:
        return undefined;
    }
  }

  override repr(): string {
    return `<Macro ${this.shape.name === null ? 'anonymous' : `'${this.shape.name}'`}>`;
  }

  override call(context: RenderContext, args: readonly Value[], named: Named): Value {
    const { shape } = this;
    const frame = new Frame(context, this.home.variables, this.home);
    const { slots } = frame;
    const others = new Map(named);
    for (const [at, parameter] of shape.parameters.entries()) {
      const given = args[at];
      if (given !== undefined && others.has(parameter.name)) {
        throw typeError(`macro '${shape.name}' got multiple values for argument '${parameter.name}'`);
      }
      slots[parameter.slot] = given ?? (given === null ? null : others.get(parameter.name));
      others.delete(parameter.name);
    }
    this.takeCaller(frame, others);
    this.takeRest(frame, args, others);
    context.enter();
    context.spend(shape.cost);
    for (const { name, slot, standard } of shape.parameters) {
      if (slots[slot] !== undefined) continue;
      slots[slot] = standard?.(frame) ?? (standard === undefined ? notProvided(context, name) : null);
    }
    const text = shape.body(frame);
    context.leave();
    return shape.escape ? new Markup(text) : text;
  }

  private takeCaller(frame: Frame, others: Map<string, Value>): void {
    const { caller } = this.shape;
    if (caller < 0) return;
    frame.slots[caller] = others.get('caller') ?? new Undefined(frame.context, () => 'No caller defined');
    others.delete('caller');
  }

  private takeRest(frame: Frame, args: readonly Value[], others: Map<string, Value>): void {
    const { name, parameters, varargs, kwargs } = this.shape;
    if (kwargs >= 0) {
      const dict = new Dict();
      for (const [key, value] of others) dict.set(key, value);
      frame.slots[kwargs] = dict;
    } else {
      const [extra] = others.keys();
      if (extra === 'caller') {
        throw typeError(
          `macro '${name}' was invoked with two values for the special caller argument. This is most likely a bug.`,
        );
      }
      if (extra !== undefined) throw typeError(`macro '${name}' takes no keyword argument '${extra}'`);
    }
    if (varargs >= 0) frame.slots[varargs] = new Tuple(args.slice(parameters.length));
    else if (args.length > parameters.length) {
      throw typeError(`macro '${name}' takes not more than ${parameters.length} argument(s)`);
    }
  }
}

function notProvided(context: RenderContext, name: string): Undefined {
  return new Undefined(context, () => `parameter '${name}' was not provided`);
}
