import type { RenderContext, Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { repr, typeName } from './printing.ts';
import { type BinaryOperator, END, type Key, type Pull, PyObject } from './py-object.ts';

const KEY = Symbol('undefined');

/** A missing name, member or item: prints as nothing, and fails in any other use. */
export class Undefined extends PyObject {
  private readonly context: RenderContext;
  private readonly failureKind: string;
  /** Describes what is missing; computed on demand, since most are never reported. */
  private readonly describe: () => string;

  constructor(context: RenderContext, describe: () => string, failureKind = 'UndefinedError') {
    super();
    this.context = context;
    this.describe = describe;
    this.failureKind = failureKind;
  }

  override get typeName(): string {
    return this.context.strict ? 'StrictUndefined' : 'LoggingUndefined';
  }

  override get callable(): boolean {
    return true;
  }

  get message(): string {
    return this.describe();
  }

  /** Throws the error of any use other than printing. */
  fail(): never {
    throw new TemplateFailure(this.failureKind, this.describe());
  }

  /** Fails when a member is read or it is called, with a warning unless the environment is strict. */
  failAloud(): never {
    if (!this.context.strict) this.context.warn?.('ERROR', this.describe());
    return this.fail();
  }

  private soften(): void {
    if (this.context.strict) this.fail();
    this.context.warn?.('WARNING', this.describe());
  }

  override attribute(): Value {
    return this.failAloud();
  }

  override item(): Value {
    return this.fail();
  }

  override pull(): Pull {
    this.soften();
    return () => END;
  }

  override size(): number {
    if (this.context.strict) this.fail();
    return 0;
  }

  override truth(): boolean {
    this.soften();
    return false;
  }

  override text(): string {
    this.soften();
    return '';
  }

  override repr(): string {
    if (this.context.strict) this.fail();
    return 'Undefined';
  }

  override equals(other: Value): boolean {
    if (this.context.strict) this.fail();
    return other instanceof Undefined;
  }

  override hash(): Key {
    if (this.context.strict) this.fail();
    return KEY;
  }

  override contains(): boolean {
    this.soften();
    return false;
  }

  override order(): number {
    return this.fail();
  }

  override binary(_operator: BinaryOperator): Value {
    return this.fail();
  }

  override negate(): Value {
    return this.fail();
  }

  override call(): Value {
    return this.failAloud();
  }
}

/** The value of an unassigned name. */
export function undefinedName(context: RenderContext, name: string): Undefined {
  return new Undefined(context, () => `${repr(name)} is undefined`);
}

/** The value of a missing attribute or item. */
export function undefinedMember(context: RenderContext, of: Value, name: Value): Undefined {
  return new Undefined(context, () => {
    const owner = of === null ? 'None' : `${typeName(of)} object`;
    return typeof name === 'string'
      ? `'${owner}' has no attribute ${repr(name)}`
      : `${owner} has no element ${repr(name)}`;
  });
}

/** The value of a name that is blocked by the sandbox. */
export function unsafeMember(context: RenderContext, of: Value, name: string): Undefined {
  const describe = () => `access to attribute ${repr(name)} of ${repr(typeName(of))} object is unsafe.`;
  return new Undefined(context, describe, 'SecurityError');
}
