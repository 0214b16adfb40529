import { TextDecoder } from 'node:util';

/** The platform's name of an encoding. */
function platformName(encoding: string): string {
  const name = encoding.toLowerCase().replace(/[\s_]/g, '-');
  if (/^(iso-?8859-1|latin-?1|l1)$/.test(name)) return 'latin1';
  if (/^(us-)?ascii$/.test(name)) return 'ascii';
  return name.replace(/^utf-?16-?([bl]e)$/, 'utf-16$1');
}

/** Decodes bytes; undefined when they are invalid in this encoding or the encoding is unknown. */
export function decodeText(payload: Buffer, encoding: string): string | undefined {
  const name = platformName(encoding);
  if (name === 'latin1') return payload.toString('latin1');
  if (name === 'ascii') return payload.every((byte) => byte < 128) ? payload.toString('latin1') : undefined;
  const decoder = decoderOf(name);
  return decoder === undefined ? undefined : decoded(payload, decoder);
}

/**
 * Encodes text for a device: UTF-8 text is returned unchanged, other encodings as bytes; undefined when the
 * encoding lacks a character.
 */
export function encodeText(text: string, encoding: string): string | Buffer | undefined {
  const name = platformName(encoding);
  if (name === '' || name === 'utf-8' || name === 'utf8') return text;
  const top = name === 'latin1' ? 0xff : name === 'ascii' ? 0x7f : undefined;
  if (top !== undefined)
    return [...text].every((letter) => letter <= String.fromCharCode(top))
      ? Buffer.from(text, 'latin1')
      : undefined;
  if (name === 'utf-16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (name === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (name === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  return spelled(text, name);
}

const alphabets = new Map<string, ReadonlyMap<string, Buffer>>();

/** Encodes text in an encoding that the platform can only decode, by a table of all its bytes. */
function spelled(text: string, name: string): Buffer | undefined {
  const decoder = decoderOf(name);
  if (decoder === undefined) return undefined;
  const known = alphabets.get(decoder.encoding) ?? readAlphabet(decoder);
  alphabets.set(decoder.encoding, known);
  const parts = [...text].map((letter) => known.get(letter));
  const found = parts.filter((part) => part !== undefined);
  return found.length === parts.length ? Buffer.concat(found) : undefined;
}

function readAlphabet(decoder: TextDecoder): ReadonlyMap<string, Buffer> {
  const letters = new Map<string, Buffer>();
  const take = (bytes: Buffer): boolean => {
    const text = decoded(bytes, decoder);
    if (text === undefined || [...text].length !== 1) return false;
    if (!letters.has(text)) letters.set(text, bytes);
    return true;
  };
  for (let first = 0; first < 256; first += 1) {
    if (take(Buffer.from([first])) || first < 128) continue;
    for (let second = 0x30; second < 256; second += 1) take(Buffer.from([first, second]));
  }
  return letters;
}

/** Undefined for an unknown encoding. */
function decoderOf(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * The characters that windows-1252 has in place of latin-1's control characters; the platform decodes latin-1
 * as windows-1252.
 */
const WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

function decoded(bytes: Buffer, decoder: TextDecoder): string | undefined {
  if (decoder.encoding === 'windows-1252') {
    const text = bytes
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (one) => WINDOWS.charAt(one.charCodeAt(0) - 0x80));
    return text.includes('\0') && !bytes.includes(0) ? undefined : text;
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
