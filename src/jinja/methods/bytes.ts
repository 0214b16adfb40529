import { joinBounded } from '../values/bounds.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { decodeBytes } from '../values/encoding.ts';
import { Bytes } from '../values/objects.ts';
import { str } from '../values/printing.ts';

function data(value: Value): Uint8Array {
  return value instanceof Bytes ? value.data : new Uint8Array();
}

const METHODS: readonly Callable[] = [
  callable("decode(self, encoding='utf-8', errors='strict')", (_context, self, encoding, errors) =>
    decodeBytes(
      data(self),
      encoding === undefined ? 'utf-8' : str(encoding),
      errors === undefined ? 'strict' : str(errors),
    ),
  ),
  callable('hex(self, sep=…)', (context, self, separator) => {
    const between = separator === undefined ? '' : str(separator);
    const bytes: string[] = [];
    for (const [at, byte] of data(self).entries()) {
      if ((at & 7) === 0) context.spend(1);
      bytes.push(byte.toString(16).padStart(2, '0'));
    }
    return joinBounded(bytes, between, context);
  }),
  callable(
    'startswith(self, prefix)',
    (_context, self, prefix) =>
      Buffer.compare(data(self).subarray(0, data(prefix).length), data(prefix)) === 0,
  ),
  callable(
    'endswith(self, suffix)',
    (_context, self, suffix) =>
      Buffer.compare(
        data(self).subarray(Math.max(0, data(self).length - data(suffix).length)),
        data(suffix),
      ) === 0,
  ),
];

/** The methods of bytes. */
export const BYTES_METHODS = table(METHODS);
