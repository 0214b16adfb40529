import type { Value } from '../values/context.ts';
import { NativeFunction, PyObject } from '../values/py-object.ts';
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
    if (name === 'next') return new NativeFunction('method', () => this.next());
    if (name !== 'reset') return undefined;
    return new NativeFunction('method', () => {
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

/** `joiner(…)`: nothing at the first call, then the separator. */
export function joiner(separator: Value): NativeFunction {
  let isUsed = false;
  return new NativeFunction('Joiner', () => {
    if (isUsed) return separator;
    isUsed = true;
    return '';
  });
}
