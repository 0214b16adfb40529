import type { RenderContext, Value } from '../values/context.ts';
import { typeError } from '../values/failure.ts';
import { END, NativeFunction, type Pull, PyObject } from '../values/py-object.ts';
import { Undefined } from '../values/undefined.ts';
import { equals, Tuple } from '../values/values.ts';

/** The variable `loop` of a `for`; looks ahead only on demand. */
export class Loop extends PyObject {
  private readonly context: RenderContext;
  private readonly next: Pull;
  private readonly again: ((items: Value, depth: number) => string) | undefined;
  readonly depth0: number;
  private ahead: Value[] = [];
  private aheadAt = 0;
  private total: number | undefined;
  private index0 = -1;
  private current: Value;
  private previous: Value;
  private lastChanged: Value;

  constructor(
    context: RenderContext,
    pull: Pull,
    size: number | undefined,
    depth0: number,
    again?: (items: Value, depth: number) => string,
  ) {
    super();
    this.context = context;
    this.next = pull;
    this.total = size;
    this.depth0 = depth0;
    this.again = again;
  }

  override get typeName(): string {
    return 'LoopContext';
  }

  /** The next item, or `END`. */
  advance(): Value {
    const next = this.aheadAt < this.ahead.length ? this.takeAhead() : this.next();
    if (next === END) {
      this.ahead = [END];
      this.aheadAt = 0;
      return END;
    }
    this.index0 += 1;
    this.previous = this.current;
    this.current = next;
    return next;
  }

  /**
   * Takes the item that `peek` read ahead, or the next of those that `size` collected, which end with `END`.
   */
  private takeAhead(): Value {
    if (this.ahead.length === 1) return this.ahead.pop();
    const item = this.ahead[this.aheadAt];
    this.aheadAt += 1;
    return item;
  }

  private peek(): Value {
    if (this.ahead.length === 0) this.ahead.push(this.next());
    return this.ahead[this.aheadAt];
  }

  override size(): number {
    if (this.total !== undefined) return this.total;
    const rest: Value[] = this.ahead.slice(this.aheadAt).filter((item) => item !== END);
    if (this.ahead.at(-1) !== END) {
      for (let item = this.next(); item !== END; item = this.next()) {
        this.context.spend(1);
        rest.push(item);
      }
    }
    this.ahead = [...rest, END];
    this.aheadAt = 0;
    this.total = this.index0 + 1 + rest.length;
    return this.total;
  }

  override attribute(name: string): Value {
    switch (name) {
      case 'index':
        return this.index0 + 1;
      case 'index0':
        return this.index0;
      case 'revindex':
        return this.size() - this.index0;
      case 'revindex0':
        return this.size() - this.index0 - 1;
      case 'length':
        return this.size();
      case 'first':
        return this.index0 === 0;
      case 'last':
        return this.peek() === END;
      case 'depth':
        return this.depth0 + 1;
      case 'depth0':
        return this.depth0;
      case 'previtem':
        return this.index0 === 0
          ? new Undefined(this.context, () => 'there is no previous item')
          : this.previous;
      case 'nextitem': {
        const next = this.peek();
        return next === END ? new Undefined(this.context, () => 'there is no next item') : next;
      }
      case 'cycle':
        return new NativeFunction('method', (_context, values) => this.cycle(values));
      case 'changed':
        return new NativeFunction('method', (_context, values) => this.changed(values));
      default:
        return undefined;
    }
  }

  private cycle(values: readonly Value[]): Value {
    if (values.length === 0) throw typeError('no items for cycling given');
    return values[this.index0 % values.length];
  }

  private changed(values: readonly Value[]): boolean {
    const tuple = new Tuple(values);
    if (this.lastChanged !== undefined && equals(this.lastChanged, tuple)) return false;
    this.lastChanged = tuple;
    return true;
  }

  override get callable(): boolean {
    return this.again !== undefined;
  }

  override call(context: RenderContext, args: readonly Value[]): Value {
    if (this.again === undefined) {
      throw typeError("The loop must have the 'recursive' marker to be called recursively.");
    }
    const [items] = args;
    if (items === undefined || args.length > 1) {
      throw typeError(`loop() takes 1 positional argument but ${args.length} were given`);
    }
    context.enter();
    const text = this.again(items, this.depth0 + 1);
    context.leave();
    return text;
  }

  override repr(): string {
    return `<LoopContext ${this.index0 + 1}/${this.size()}>`;
  }
}
