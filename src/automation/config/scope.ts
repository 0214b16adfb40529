import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { emptyDict } from '../../jinja/values/empty-dict.ts';

/** Variables by name, persisted with a run. */
export type Names = Record<string, Value>;

/** An empty set of names, in which `__proto__` is an ordinary key. */
export function noNames(): Names {
  return emptyDict();
}

/**
 * The variables visible to a step of a run. Assignments go to the innermost scope that has the name,
 * otherwise to the outermost; protected ones stay in their parallel branch.
 */
export class Scope {
  private readonly parent: Scope | null;
  /** The scope's own names; null if it has none. */
  private readonly local: Names | null;
  /** The names private to a parallel branch. */
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

  /** A nested scope with its own names, such as `repeat`. */
  within(names: Names): Scope {
    return new Scope(this, names, null);
  }

  /** The scope of one of several parallel branches; `names` are private to it. */
  beside(names: Names): Scope {
    return new Scope(this, null, names);
  }

  /** All visible variables; the same object until something is assigned. */
  get all(): Variables {
    const { count } = this.changes;
    if (this.seen?.count === count) return this.seen.all;
    const all: Names = Object.assign(noNames(), this.parent?.all, this.branch, this.local);
    this.seen = { count, all };
    return all;
  }

  /** Assigns a variable. */
  assign(name: string, value: Value): void {
    this.changes.count += 1;
    this.put(name, value, false);
  }

  /** Assigns a variable that other branches must not see. */
  protect(name: string, value: Value): void {
    this.changes.count += 1;
    this.put(name, value, true);
  }

  /** Assigns one of the scope's own names. */
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
