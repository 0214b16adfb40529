import type { Callable, RenderContext, Value } from './context.ts';
import { typeError } from './failure.ts';
import { typeName } from './printing.ts';
import { PyObject } from './py-object.ts';
import { weight } from './weight.ts';
import { spend } from './work-meter.ts';

export type Named = ReadonlyMap<string, Value>;

export const NO_NAMED: Named = new Map();

/** The parameters of a signature, in the order of `run`. */
export interface Parameters {
  /** All names except `*rest` and `**named`. */
  readonly names: readonly string[];
  /** The number of positional parameters. */
  readonly positional: number;
  /** The number of names without a default. */
  readonly required: number;
  readonly keywordRequired: readonly string[];
  /** The index of `*rest` among the arguments of `run`; -1 without. */
  readonly rest: number;
  readonly named: boolean;
}

const parsed = new WeakMap<Callable, Parameters>();

/** Parses `name(a, b=1, *rest, c=2, **named)`, once per callable. */
export function parametersOf(callable: Callable): Parameters {
  const known = parsed.get(callable);
  if (known !== undefined) return known;
  const inside = callable.signature.slice(callable.signature.indexOf('(') + 1, -1);
  const names: string[] = [];
  const keywordRequired: string[] = [];
  let [positional, required, rest, named, keywordOnly] = [0, 0, -1, false, false];
  for (const part of inside.match(/(?:'[^']*'|\([^)]*\)|[^,'(])+/g) ?? []) {
    const name = part.split('=')[0]?.trim() ?? '';
    if (name.startsWith('**')) named = true;
    else if (name.startsWith('*')) {
      keywordOnly = true;
      if (name !== '*') rest = names.length;
    } else {
      names.push(name);
      const optional = part.includes('=');
      if (!keywordOnly) positional += 1;
      if (!keywordOnly && !optional) required += 1;
      if (keywordOnly && !optional) keywordRequired.push(name);
    }
  }
  const parameters = { names, positional, required, keywordRequired, rest, named };
  parsed.set(callable, parameters);
  return parameters;
}

/** Whether that many plain arguments can be passed to `run` unchanged. */
export function takesPlainly(parameters: Parameters, count: number): boolean {
  return (
    parameters.rest < 0 &&
    !parameters.named &&
    parameters.keywordRequired.length === 0 &&
    count >= parameters.required &&
    count <= parameters.positional
  );
}

/** Orders arguments by the signature, or fails like Python. */
export function bind(name: string, parameters: Parameters, args: readonly Value[], named: Named): Value[] {
  const { names, positional, required, rest } = parameters;
  if (args.length > positional && rest < 0) {
    throw typeError(`${name}() takes ${positional} positional arguments but ${args.length} were given`);
  }
  const bound: Value[] = args.slice(0, positional);
  for (let at = bound.length; at < names.length; at += 1) bound.push(undefined);
  if (named.size === 0 && parameters.keywordRequired.length === 0 && args.length >= required) {
    if (rest >= 0) bound.splice(rest, 0, args.slice(positional));
    if (parameters.named) bound.push(NO_NAMED);
    return bound;
  }
  const others = new Map<string, Value>();
  for (const [key, value] of named) {
    const at = names.indexOf(key);
    if (at >= 0 && at < args.length && at < positional) {
      throw typeError(`${name}() got multiple values for argument '${key}'`);
    }
    if (at >= 0) bound[at] = value;
    else if (parameters.named) others.set(key, value);
    else throw typeError(`${name}() got an unexpected keyword argument '${key}'`);
  }
  const missing = names.slice(0, required).filter((_, at) => bound[at] === undefined);
  missing.push(...parameters.keywordRequired.filter((key) => !named.has(key)));
  if (missing.length > 0) {
    const list = missing.map((key) => `'${key}'`).join(' and ');
    const plural = missing.length > 1 ? 's' : '';
    throw typeError(`${name}() missing ${missing.length} required positional argument${plural}: ${list}`);
  }
  if (rest >= 0) bound.splice(rest, 0, args.slice(positional));
  if (parameters.named) bound.push(others);
  return bound;
}

// Each filter, test, function and method is charged for the size of its arguments before it runs, only here.

function charge(args: readonly Value[], named: Named): void {
  let units = 1;
  for (const arg of args) units += weight(arg);
  if (named.size > 0) for (const arg of named.values()) units += weight(arg);
  spend(units);
}

/** Charges a call with one value. */
export function chargeOne(value: Value): void {
  spend(1 + weight(value));
}

/** Charges a call with two values. */
export function chargeTwo(first: Value, second: Value): void {
  spend(1 + weight(first) + weight(second));
}

/** Charges a call with three values. */
export function chargeThree(first: Value, second: Value, third: Value): void {
  spend(1 + weight(first) + weight(second) + weight(third));
}

/** A callable as a function of its first argument, for filters and tests over lists. */
export function applied(
  callable: Callable,
  context: RenderContext,
  rest: readonly Value[],
  named: Named,
): (item: Value) => Value {
  if (rest.length > 0 || named.size > 0 || !takesPlainly(parametersOf(callable), 1))
    return (item) => invoke(callable, context, [item, ...rest], named);
  return (item) => {
    chargeOne(item);
    return callable.run(context, item);
  };
}

/** Runs a callable with the arguments of a template. */
export function invoke(
  callable: Callable,
  context: RenderContext,
  args: readonly Value[],
  named: Named = NO_NAMED,
): Value {
  const parameters = parametersOf(callable);
  charge(args, named);
  if (named.size === 0 && takesPlainly(parameters, args.length)) return callable.run(context, ...args);
  return callable.run(context, ...bind(callable.name, parameters, args, named));
}

/** A function as a value: a global, or a bound method. */
export class PyFunction extends PyObject {
  readonly definition: Callable;
  private readonly self: Value;
  private readonly kind: string;

  constructor(callable: Callable, kind = 'function', self?: Value) {
    super();
    this.definition = callable;
    this.self = self;
    this.kind = kind;
  }

  override get typeName(): string {
    return this.kind;
  }

  override get callable(): boolean {
    return true;
  }

  override call(context: RenderContext, args: readonly Value[], named: Named): Value {
    return invoke(this.definition, context, this.self === undefined ? args : [this.self, ...args], named);
  }

  override repr(): string {
    const { name } = this.definition;
    if (this.kind === 'type') return `<class '${name}'>`;
    if (this.self === undefined) return `<function ${name} at 0x7f0000000000>`;
    return `<built-in method ${name} of ${typeName(this.self)} object at 0x7f0000000000>`;
  }
}

/** Calls any value. */
export function callValue(
  target: Value,
  context: RenderContext,
  args: readonly Value[],
  named: Named = NO_NAMED,
): Value {
  if (target instanceof PyFunction) return target.call(context, args, named);
  if (target instanceof PyObject) {
    charge(args, named);
    return target.call(context, args, named);
  }
  throw typeError(`'${typeName(target)}' object is not callable`);
}

/** Creates an entry of the tables of callables, documented in `reference.json` of its folder. */
export function callable(signature: string, run: Callable['run']): Callable {
  return { name: signature.slice(0, signature.indexOf('(')), signature, run };
}

/** A lookup table of callables; duplicate names are a programming error. */
export function table(...lists: readonly (readonly Callable[])[]): ReadonlyMap<string, Callable> {
  const entries = new Map<string, Callable>();
  for (const entry of lists.flat()) {
    if (entries.has(entry.name)) throw new Error(`Two entries named ${entry.name}`);
    entries.set(entry.name, entry);
  }
  return entries;
}
