import type { Evaluate, Frame } from '../runtime/frame.ts';
import type { Statement, Target } from '../syntax/nodes.ts';
import type { Value } from '../values/context.ts';
import { undefinedName } from '../values/undefined.ts';
import { spend } from '../values/work-meter.ts';

/** The location of a name: a number of frames up, and a slot. */
interface Place {
  readonly hops: number;
  readonly slot: number;
}

/** Counts the slots of one frame. */
class FrameSize {
  slots = 0;
}

/** The names of a part of a template. Assignments inside remain inside; other names are looked up outside. */
export class Scope {
  private readonly names = new Map<string, number>();
  private readonly outer: Scope | undefined;
  private readonly size: FrameSize;

  private constructor(outer: Scope | undefined, size: FrameSize) {
    this.outer = outer;
    this.size = size;
  }

  static root(): Scope {
    return new Scope(undefined, new FrameSize());
  }

  /** A scope in the same frame: the body of a loop, `with`, a capture. */
  block(): Scope {
    return new Scope(this, this.size);
  }

  /** A scope with a frame per run: a macro or recursive loop. */
  frame(): Scope {
    return new Scope(this, new FrameSize());
  }

  get top(): Scope {
    return this.outer === undefined ? this : this.outer.top;
  }

  declare(name: string): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const slot = this.size.slots;
    this.size.slots += 1;
    this.names.set(name, slot);
    return slot;
  }

  /** The slots declared in this scope. */
  own(): readonly (readonly [string, number])[] {
    return [...this.names];
  }

  private places(name: string): Place[] {
    const places: Place[] = [];
    let hops = 0;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      spend(1);
      const slot = scope.names.get(name);
      if (slot !== undefined) places.push({ hops, slot });
      if (scope.outer !== undefined && scope.outer.size !== scope.size) hops += 1;
    }
    return places;
  }

  /** Reads a name: from the innermost scope that assigned it, or from variables and globals. */
  reader(name: string): Evaluate {
    const places = this.places(name);
    const [first] = places;
    if (first === undefined) return (frame) => lookUp(frame, name);
    if (places.length === 1 && first.hops === 0) {
      const { slot } = first;
      return (frame) => {
        const value = frame.slots[slot];
        return value === undefined ? lookUp(frame, name) : value;
      };
    }
    return (frame) => {
      for (const { hops, slot } of places) {
        const value = frameAt(frame, hops).slots[slot];
        if (value !== undefined) return value;
      }
      return lookUp(frame, name);
    };
  }

  /** All visible names, for an included template. */
  sight(): (frame: Frame) => Record<string, Value> {
    const readers = new Map<string, Place[]>();
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      for (const name of scope.names.keys()) if (!readers.has(name)) readers.set(name, this.places(name));
    }
    return (frame) => {
      spend(readers.size);
      const sight: Record<string, Value> = Object.assign(Object.create(null), frame.variables);
      for (const [name, places] of readers) {
        for (const { hops, slot } of places.toReversed()) {
          const value = frameAt(frame, hops).slots[slot];
          if (value !== undefined) sight[name] = value;
        }
      }
      return sight;
    };
  }
}

function frameAt(frame: Frame, hops: number): Frame {
  let at = frame;
  for (let left = hops; left > 0 && at.parent !== undefined; left -= 1) at = at.parent;
  return at;
}

function lookUp(frame: Frame, name: string): Value {
  const { variables, context } = frame;
  if (Object.hasOwn(variables, name)) {
    const value = variables[name];
    if (value !== undefined) return value;
  }
  const value = context.environment.globals.get(name);
  return value === undefined ? undefinedName(context, name) : value;
}

/**
 * The names that statements assign in their own scope, including `if` but not constructs with their own
 * scope.
 */
export function assignedNames(statements: readonly Statement[], into: (name: string) => void): void {
  for (const statement of statements) {
    spend(1);
    switch (statement.kind) {
      case 'set':
      case 'capture':
        targetNames(statement.target, into);
        break;
      case 'if':
        for (const [, body] of statement.branches) assignedNames(body, into);
        assignedNames(statement.otherwise, into);
        break;
      case 'macro':
        into(statement.name);
        break;
      case 'import':
        into(statement.as);
        break;
      case 'from':
        for (const [, as] of statement.names) into(as);
        break;
      default:
    }
  }
}

/** Reports the names that an assignment or loop assigns. */
export function targetNames(target: Target, into: (name: string) => void): void {
  if (target.kind === 'name') into(target.name);
  if (target.kind === 'targets') for (const item of target.items) targetNames(item, into);
}

/**
 * Whether a part of a template reads a name, which decides whether a loop needs `loop`, and what a macro
 * accepts.
 */
export function mentions(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  spend(1);
  if (Array.isArray(node)) return node.some((part) => mentions(part, name));
  const { kind, name: own } = node as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'name' && own === name) return true;
  // An include with context may read anything.
  if (kind === 'include' && name === 'loop') return true;
  return Object.values(node).some((part) => mentions(part, name));
}
