import { Float } from '../../core/json.ts';
import type { YamlValue } from './scalar.ts';
import { setKey } from './tree.ts';

const [LIST, MAP, FLOAT, PLACE] = [0, 1, 2, 3];

/** A placeholder in a value, to be filled in later. */
export class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Fills in a placeholder. */
export type Fill = (value: YamlValue) => void;

/**
 * Converts a value to a form that can be sent between threads, which would lose the class of a `Float`. Lists
 * and maps become lists that begin with their kind.
 */
export function pack(value: YamlValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Float) return [FLOAT, value.value];
  if (value instanceof Place) return [PLACE, value.index];
  if (Array.isArray(value)) return [LIST, ...value.map(pack)];
  const packed: unknown[] = [MAP];
  for (const [key, item] of Object.entries(value)) packed.push(key, pack(item));
  return packed;
}

/** Converts a packed value back. Placeholders become null; `found` receives a function to fill each. */
export function unpack(packed: unknown, found: (index: number, fill: Fill) => void = () => {}): YamlValue {
  if (!Array.isArray(packed)) return packed;
  switch (packed[0]) {
    case FLOAT:
      return new Float(packed[1]);
    case LIST: {
      const list: YamlValue[] = [];
      for (let i = 1; i < packed.length; i += 1)
        put(packed[i], found, (value) => {
          list[i - 1] = value;
        });
      return list;
    }
    case MAP: {
      const map: Record<string, YamlValue> = {};
      for (let i = 1; i < packed.length; i += 2)
        put(packed[i + 1], found, (value) => setKey(map, packed[i], value));
      return map;
    }
    default:
      return null;
  }
}

function put(packed: unknown, found: (index: number, fill: Fill) => void, fill: Fill): void {
  fill(unpack(packed, found));
  if (Array.isArray(packed) && packed[0] === PLACE) found(packed[1], fill);
}
