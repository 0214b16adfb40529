import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { DamagedBlock } from './damaged-block.ts';

/** The most that the texts of one section may occupy: 1024 sets of attributes of 60 kB. */
export const MAX_TEXT_BYTES = 64 * 2 ** 20;
/** No byte of deflated data stands for more. */
const DEFLATE_RATIO = 1032;
const MOST_BYTES_OF_A_NUMBER = 8;
const HALF_PAIR = /\p{Surrogate}/u;
/** Flags of the first byte. */
const IS_DEFLATED = 1;
const IS_UTF16 = 2;

/** Joins texts into bytes, compressed where that helps. Throws if they are too long. */
export function packTexts(texts: readonly string[]): Uint8Array {
  // UTF-8 has no form for half of a surrogate pair.
  const encoding = texts.some((text) => HALF_PAIR.test(text)) ? 'utf16le' : 'utf8';
  const lengths = new ByteWriter();
  let total = 0;
  for (const text of texts) {
    const length = Buffer.byteLength(text, encoding);
    lengths.varint(length);
    total += length;
  }
  if (total + lengths.length + MOST_BYTES_OF_A_NUMBER > MAX_TEXT_BYTES)
    throw new Error(`A block cannot hold ${total} bytes of text`);
  const plain = new ByteWriter();
  plain.varint(lengths.length);
  plain.bytes(lengths.taken());
  plain.bytes(Buffer.from(texts.join(''), encoding));
  const { length } = plain;
  const deflated = deflateRawSync(plain.taken(), { level: 9 });
  const isDeflated = deflated.length < length;
  const packed = new ByteWriter();
  packed.byte((isDeflated ? IS_DEFLATED : 0) | (encoding === 'utf16le' ? IS_UTF16 : 0));
  packed.varint(length);
  packed.bytes(isDeflated ? deflated : plain.taken());
  return packed.taken();
}

/** Reads the texts that `packTexts` joined. */
export class PackedTexts {
  private readonly lengths: ByteReader;
  private readonly bodies: ByteReader;
  private readonly encoding: 'utf8' | 'utf16le';

  constructor(packed: Uint8Array) {
    const reader = new ByteReader(packed);
    const flags = reader.varint();
    const length = reader.varint();
    const rest = reader.bytes(packed.length - reader.at);
    const plain = (flags & IS_DEFLATED) === 0 ? rest : inflate(rest, length);
    if (plain.length !== length) throw new DamagedBlock('the length of its texts is wrong');
    const parts = new ByteReader(plain);
    this.lengths = new ByteReader(parts.bytes(parts.varint()));
    this.bodies = parts;
    this.encoding = (flags & IS_UTF16) === 0 ? 'utf8' : 'utf16le';
  }

  /** The next text, as a string that keeps no larger one in memory. */
  next(): string {
    const bytes = this.bodies.bytes(this.lengths.varint());
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(this.encoding);
  }
}

function inflate(bytes: Uint8Array, length: number): Uint8Array {
  if (length === 0 || length > MAX_TEXT_BYTES || length > bytes.length * DEFLATE_RATIO)
    throw new DamagedBlock('its texts are too long');
  try {
    return inflateRawSync(bytes, { maxOutputLength: length });
  } catch (error) {
    throw new DamagedBlock('its texts cannot be decompressed', { cause: error });
  }
}
