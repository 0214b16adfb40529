import type { Context } from '../../core/context.ts';
import { adaptiveBits } from './adaptive-bits.ts';
import { DamagedBlock } from './damaged-block.ts';
import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const VALUES = new Int8Array(128);
for (const [value, letter] of [...ALPHABET].entries()) VALUES[letter.charCodeAt(0)] = value;
const TIME_LENGTH = 10;
const ULID_LENGTH = 26;
const CHARACTER_BITS = 5;
const HEX = /^[0-9a-f]{32}$/;
/** 12 hex digits are 48 bits. */
const HEX_PARTS = [
  [0, 12],
  [12, 24],
  [24, 32],
] as const;

const NONE = 0;
const AS_BEFORE = 1;
const NEW = 2;
const KIND_BITS = 2;
const KINDS = 4;

/** Codes contexts: their times as distances from the samples, the rest as random bits, users by a dictionary. */
export class ContextModel {
  private readonly kinds = adaptiveBits(KINDS * KINDS);
  private readonly parents = adaptiveBits(KINDS);
  private readonly ids = new IntegerModel();
  private readonly parentIds = new IntegerModel();
  private readonly users: (string | null)[] = [null];
  private readonly userIndexes = new IntegerModel();
  private previousKind = NONE;
  private last: Context | null = null;

  /** Writes the context of a sample. */
  write(writer: SymbolWriter, context: Context | null, at: number): void {
    const kind = context === null ? NONE : isSame(context, this.last) ? AS_BEFORE : NEW;
    writer.tree(this.kinds, this.previousKind * KINDS, KIND_BITS, kind);
    this.previousKind = kind;
    if (context === null || kind !== NEW) return;
    writeId(writer, this.ids, { id: context.id, at });
    const parent = context.parent_id;
    const parentKind = parent === null ? NONE : parent === this.last?.parent_id ? AS_BEFORE : NEW;
    writer.tree(this.parents, 0, KIND_BITS, parentKind);
    if (parent !== null && parentKind === NEW) writeId(writer, this.parentIds, { id: parent, at });
    this.writeUser(writer, context.user_id);
    this.last = context;
  }

  /** Reads the context of a sample. */
  read(reader: SymbolReader, at: number): Context | null {
    const kind = reader.tree(this.kinds, this.previousKind * KINDS, KIND_BITS);
    this.previousKind = kind;
    if (kind === NONE) return null;
    if (kind === AS_BEFORE) {
      if (this.last === null) throw new DamagedBlock('there is no context before');
      return this.last;
    }
    if (kind !== NEW) throw new DamagedBlock('an unknown kind of context');
    const id = readId(reader, this.ids, at);
    const parentKind = reader.tree(this.parents, 0, KIND_BITS);
    if (parentKind > NEW) throw new DamagedBlock('an unknown kind of parent');
    const lastParent = this.last?.parent_id ?? null;
    const parent =
      parentKind === NONE ? null : parentKind === AS_BEFORE ? lastParent : readId(reader, this.parentIds, at);
    this.last = { id, parent_id: parent, user_id: this.readUser(reader) };
    return this.last;
  }

  private writeUser(writer: SymbolWriter, user: string | null): void {
    const known = this.users.indexOf(user);
    const index = known < 0 ? this.users.length : known;
    this.userIndexes.write(writer, index);
    if (known >= 0 || user === null) return;
    this.users.push(user);
    const isHex = HEX.test(user);
    writer.plain(isHex ? 1 : 0, 1);
    if (!isHex) writer.text(user);
    else
      for (const [start, end] of HEX_PARTS)
        writer.plain(Number.parseInt(user.slice(start, end), 16), (end - start) * 4);
  }

  private readUser(reader: SymbolReader): string | null {
    const index = this.userIndexes.read(reader);
    const known = this.users[index];
    if (known !== undefined) return known;
    if (index !== this.users.length) throw new DamagedBlock('a user is missing');
    const user = reader.plain(1) === 1 ? readHex(reader) : reader.text();
    this.users.push(user);
    return user;
  }
}

function readHex(reader: SymbolReader): string {
  const parts = HEX_PARTS.map(([start, end]) =>
    reader
      .plain((end - start) * 4)
      .toString(16)
      .padStart(end - start, '0'),
  );
  return parts.join('');
}

function isSame(context: Context, other: Context | null): boolean {
  return (
    other !== null &&
    context.id === other.id &&
    context.parent_id === other.parent_id &&
    context.user_id === other.user_id
  );
}

function writeId(writer: SymbolWriter, model: IntegerModel, { id, at }: { id: string; at: number }): void {
  const isUlid = ULID.test(id);
  writer.plain(isUlid ? 1 : 0, 1);
  if (!isUlid) {
    writer.text(id);
    return;
  }
  let time = 0;
  for (let i = 0; i < TIME_LENGTH; i += 1) time = time * 32 + valueAt(id, i);
  model.writeSigned(writer, at - time);
  // Three characters at once, the first one in the lowest bits.
  for (let i = TIME_LENGTH; i < ULID_LENGTH - 1; i += 3)
    writer.plain(
      valueAt(id, i) | (valueAt(id, i + 1) << CHARACTER_BITS) | (valueAt(id, i + 2) << (2 * CHARACTER_BITS)),
      3 * CHARACTER_BITS,
    );
  writer.plain(valueAt(id, ULID_LENGTH - 1), CHARACTER_BITS);
}

/** The value of a character of a ULID. */
function valueAt(id: string, index: number): number {
  return VALUES[id.charCodeAt(index)] ?? 0;
}

function readId(reader: SymbolReader, model: IntegerModel, at: number): string {
  if (reader.plain(1) === 0) return reader.text();
  let time = at - model.readSigned(reader);
  if (!(time >= 0 && time < 2 ** 50)) throw new DamagedBlock('an id has an impossible time');
  let id = '';
  for (let i = 0; i < TIME_LENGTH; i += 1) {
    const low = time % 32;
    id = ALPHABET.charAt(low) + id;
    time = (time - low) / 32;
  }
  for (let i = TIME_LENGTH; i < ULID_LENGTH; i += 1) id += ALPHABET.charAt(reader.plain(CHARACTER_BITS));
  return id;
}
