import { TemplateFailure } from './failure.ts';
import { repr } from './printing.ts';
import { characters } from './text-pieces.ts';
import { spend } from './work-meter.ts';

type Known = 'utf-8' | 'ascii' | 'latin-1' | 'utf-16-le' | 'utf-16-be' | 'utf-16';

const NAMES: Readonly<Record<string, Known>> = {
  utf8: 'utf-8',
  u8: 'utf-8',
  ascii: 'ascii',
  usascii: 'ascii',
  latin1: 'latin-1',
  latin: 'latin-1',
  l1: 'latin-1',
  iso88591: 'latin-1',
  utf16: 'utf-16',
  utf16le: 'utf-16-le',
  utf16be: 'utf-16-be',
};

function known(name: string): Known {
  const encoding = name.length > 40 ? undefined : NAMES[name.toLowerCase().replace(/[-_ ]/g, '')];
  if (encoding === undefined) throw new TemplateFailure('LookupError', `unknown encoding: ${name}`);
  return encoding;
}

/** Encodes text; `errors` is Python's: strict, ignore, replace, backslashreplace, xmlcharrefreplace. */
export function encodeText(text: string, name: string, errors: string): Uint8Array {
  const encoding = known(name);
  spend(text.length >> 4);
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16-le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16-be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'utf-16') return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const last = encoding === 'ascii' ? 0x7f : 0xff;
  let kept = '';
  for (const [at, char] of characters(text).entries()) {
    if (at % 8 === 0) spend(1);
    const code = char.codePointAt(0) ?? 0;
    kept +=
      code <= last
        ? char
        : stand(
            char,
            code,
            errors,
            `'${encoding}' codec can't encode character ${repr(char)} in position ${at}: ordinal not in range(${last + 1})`,
          );
  }
  return Buffer.from(kept, 'latin1');
}

function stand(char: string, code: number, errors: string, failure: string): string {
  if (errors === 'ignore') return '';
  if (errors === 'replace') return '?';
  if (errors === 'xmlcharrefreplace') return `&#${code};`;
  if (errors === 'backslashreplace') {
    if (code < 0x100) return `\\x${code.toString(16)}`;
    return char.length === 1
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  }
  throw new TemplateFailure('UnicodeEncodeError', failure);
}

/** Decodes bytes. */
export function decodeBytes(data: Uint8Array, name: string, errors: string): string {
  const encoding = known(name);
  spend(data.length >> 3);
  const bytes = Buffer.from(data);
  if (encoding === 'latin-1') return bytes.toString('latin1');
  if (encoding === 'utf-16-be') return Buffer.from(bytes).swap16().toString('utf16le');
  if (encoding === 'utf-16-le') return bytes.toString('utf16le');
  if (encoding === 'utf-16') return bytes.subarray(bytes[0] === 0xff ? 2 : 0).toString('utf16le');
  const bad = encoding === 'ascii' ? bytes.findIndex((byte) => byte > 0x7f) : -1;
  const text =
    encoding === 'ascii'
      ? bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd')
      : bytes.toString('utf8');
  const broken = encoding === 'ascii' ? bad >= 0 : !Buffer.from(text, 'utf8').equals(bytes);
  if (!broken || errors === 'replace') return text;
  if (errors === 'ignore') return text.replaceAll('\ufffd', '');
  throw new TemplateFailure(
    'UnicodeDecodeError',
    `'${encoding}' codec can't decode byte in position ${Math.max(0, bad)}: invalid start byte`,
  );
}
