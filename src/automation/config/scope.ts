import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { emptyDict } from '../../jinja/values/empty-dict.ts';

/** Variables by name, kept in what is saved of a run. */
export type Names = Record<string, Value>;

/** An empty set of names; `__proto__` is one like any other. */
export function noNames(): Names {
  return emptyDict();
}

/**
 * The variables a step of a run sees. A value is given to the innermost scope that has the name, else to the outermost; a branch that
 * runs beside others keeps to itself what is protected.
 */
export class Scope {
  private readonly parent: Scope | null;
  /** Names of its own; null where it has none and hands all on. */
  private readonly local: Names | null;
  /** Names a parallel branch keeps from the others. */
  private readonly branch: Names | null;
  private readonly changes: { count: number };
  private seen: { readonly count: number; readonly all: Variables } | undefined;

  private constructor(parent: Scope | null, local: Names | null, branch: Names | null) {
    this.parent = parent;
    this.local = local;
    this.branch = branch;
    this.changes = parent?.changes ?? { count: 0 };
  }

  /** The outermost scope. */
  static of(names: Names): Scope {
    return new Scope(null, names, null);
  }

  /** A scope that has names of its own, such as `repeat`. */
  within(names: Names): Scope {
    return new Scope(this, names, null);
  }

  /** The scope of one branch of several that run at once; `names` are what it keeps to itself. */
  beside(names: Names): Scope {
    return new Scope(this, null, names);
  }

  /** All that is seen from here; the same object until something is assigned. */
  get all(): Variables {
    const { count } = this.changes;
    if (this.seen?.count === count) return this.seen.all;
    const all: Names = Object.assign(noNames(), this.parent?.all, this.branch, this.local);
    this.seen = { count, all };
    return all;
  }

  /** Gives a variable a value. */
  assign(name: string, value: Value): void {
    this.changes.count += 1;
    this.put(name, value, false);
  }

  /** The same for what other branches must not see. */
  protect(name: string, value: Value): void {
    this.changes.count += 1;
    this.put(name, value, true);
  }

  /** Gives a name of its own a value. */
  own(name: string, value: Value): void {
    if (this.local === null) throw new Error('This scope has no names of its own');
    this.changes.count += 1;
    this.local[name] = value;
  }

  private put(name: string, value: Value, isProtected: boolean): void {
    if (this.local !== null && (this.parent === null || Object.hasOwn(this.local, name))) {
      this.local[name] = value;
      return;
    }
    if (this.branch !== null) {
      if (isProtected) {
        this.branch[name] = value;
        return;
      }
      delete this.branch[name];
    }
    this.parent?.put(name, value, isProtected);
  }
}
