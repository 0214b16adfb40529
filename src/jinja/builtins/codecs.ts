import { createHash } from 'node:crypto';
import { needInt } from '../values/arguments.ts';
import { boundedText } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { decodeBytes } from '../values/encoding.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { Bytes } from '../values/objects.ts';
import { str, typeName } from '../values/printing.ts';
import { codePointLength, textOf } from '../values/protocol.ts';
import { packValue, unpackValue } from '../values/struct.ts';
import { Undefined } from '../values/undefined.ts';
import { spend } from '../values/work-meter.ts';

function hash(name: string): Callable {
  return callable(`${name}(value)`, (context, value) => {
    if (value instanceof Undefined) value.fail();
    const text = textOf(value);
    if (text === undefined)
      throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'encode'`);
    context.spend(text.length >> 3);
    return createHash(name).update(text, 'utf8').digest('hex');
  });
}

function data(value: Value): Buffer {
  if (value instanceof Undefined) value.fail();
  if (value instanceof Bytes) return Buffer.from(value.data);
  const text = textOf(value);
  if (text === undefined)
    throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'encode'`);
  return Buffer.from(text, 'utf8');
}

/** As in Python: characters outside the alphabet are skipped, wrong padding fails. */
function decodeBase64(value: Value): Uint8Array {
  const given = data(value);
  spend(given.length >> 3);
  const text = given.toString('latin1').replace(/[^A-Za-z0-9+/=]/g, '');
  const [, body = '', padding = ''] = /^([^=]*)(=*)/.exec(text) ?? [];
  if (body.length % 4 === 1) {
    throw new TemplateFailure(
      'Error',
      'Invalid base64-encoded string: number of data characters cannot be 1 more than a multiple of 4',
    );
  }
  if ((body.length + padding.length) % 4 !== 0 && padding.length < (4 - (body.length % 4)) % 4) {
    throw new TemplateFailure('Error', 'Incorrect padding');
  }
  return Buffer.from(body, 'base64');
}

function fromHex(value: Value): Bytes {
  const text = textOf(value);
  if (text === undefined)
    throw typeError(`fromhex() argument must be str or bytes-like, not ${typeName(value)}`);
  const bytes: number[] = [];
  let at = 0;
  while (at < text.length) {
    spend(1);
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const pair = text.slice(at, at + 2);
    if (!/^[\da-fA-F]{2}$/.test(pair)) {
      const wrong = /^[\da-fA-F]/.test(pair) ? at + 1 : at;
      throw valueError(`non-hexadecimal number found in fromhex() arg at position ${wrong}`);
    }
    bytes.push(Number.parseInt(pair, 16));
    at += 2;
  }
  return new Bytes(Uint8Array.from(bytes));
}

/** Bytes and hashes, as both filters and functions. */
export const CODECS: readonly Callable[] = [
  hash('md5'),
  hash('sha1'),
  hash('sha256'),
  hash('sha512'),
  callable('pack(value, format_string)', (context, value, format) => {
    const packed = format === undefined ? undefined : packValue(value, str(format));
    if (packed !== undefined) return new Bytes(packed);
    context.warn?.(
      'WARNING',
      `Template warning: 'pack' unable to pack object '${str(value)}' with type '${typeName(value)}' and format_string '${str(format)}' see https://docs.python.org/3/library/struct.html for more information`,
    );
    return null;
  }),
  callable('unpack(value, format_string, offset=0)', (context, value, format, offset) => {
    const at = offset === undefined ? 0 : needInt(offset);
    const found = value instanceof Bytes ? unpackValue(value.data, str(format), at) : undefined;
    if (found !== undefined) return found;
    context.warn?.(
      'WARNING',
      `Template warning: 'unpack' unable to unpack object '${str(value)}' with format_string '${str(format)}' and offset ${at} see https://docs.python.org/3/library/struct.html for more information`,
    );
    return null;
  }),
];

/** Bytes, as filters only. */
export const CODEC_FILTERS: readonly Callable[] = [
  callable('base64_encode(value)', (context, value) => boundedText(data(value).toString('base64'), context)),
  callable("base64_decode(value, encoding='utf-8')", (_context, value, encoding) => {
    const bytes = decodeBase64(value);
    return encoding === null
      ? new Bytes(bytes)
      : decodeBytes(bytes, encoding === undefined ? 'utf-8' : str(encoding), 'strict');
  }),
  callable('from_hex(value)', (_context, value) => fromHex(value)),
  callable('ord(value)', (_context, value) => ordinal(value)),
];

function ordinal(value: Value): Value {
  const text = textOf(value);
  if (text === undefined) {
    if (value instanceof Bytes && value.data.length === 1) return value.data[0];
    throw typeError(`ord() expected string of length 1, but ${typeName(value)} found`);
  }
  const length = codePointLength(text);
  if (length !== 1) throw typeError(`ord() expected a character, but string of length ${length} found`);
  return text.codePointAt(0);
}
