import type { Value } from '../values/context.ts';
import { Method } from '../values/method.ts';
import { PyObject } from '../values/py-object.ts';
import { Tuple } from '../values/values.ts';

/** `cycler(…)`. */
export class Cycler extends PyObject {
  private readonly items: readonly Value[];
  private at = 0;

  constructor(items: readonly Value[]) {
    super();
    this.items = items;
  }

  override get typeName(): string {
    return 'Cycler';
  }

  override attribute(name: string): Value {
    if (name === 'current') return this.items[this.at];
    if (name === 'pos') return this.at;
    if (name === 'items') return new Tuple(this.items);
    if (name === 'next') return new Method(() => this.next());
    if (name !== 'reset') return undefined;
    return new Method(() => {
      this.at = 0;
      return null;
    });
  }

  private next(): Value {
    const item = this.items[this.at];
    this.at = (this.at + 1) % this.items.length;
    return item;
  }
}

/** `joiner(…)`. */
export class Joiner extends PyObject {
  private readonly separator: Value;
  private used = false;

  constructor(separator: Value) {
    super();
    this.separator = separator;
  }

  override get typeName(): string {
    return 'Joiner';
  }

  override get callable(): boolean {
    return true;
  }

  override call(): Value {
    if (this.used) return this.separator;
    this.used = true;
    return '';
  }
}
