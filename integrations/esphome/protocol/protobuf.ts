import { type Field, fieldsOf, type Message, type MessageName } from './messages.ts';

/** What a device sent is not a message of the protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const MAX_ITEMS = 10_000;
const MAX_DEPTH = 4;

type Values = Readonly<Record<string, unknown>>;

/** The bytes of a message; fields that are not given are left out. */
export function encode<Name extends MessageName>(name: Name, values: Partial<Message<Name>>): Buffer {
  return encodeFields(name, values as Values);
}

function encodeFields(name: MessageName, values: Values): Buffer {
  const parts: Buffer[] = [];
  for (const field of fieldsOf(name)) {
    const value = values[field.name];
    for (const one of field.isList ? ((value as readonly unknown[] | undefined) ?? []) : [value])
      if (one !== undefined && (field.isList || !isNothing(one))) parts.push(encodeField(field, one));
  }
  return Buffer.concat(parts);
}

function isNothing(value: unknown): boolean {
  return value === 0 || value === '' || value === false;
}

function encodeField({ number, type }: Field, value: unknown): Buffer {
  switch (type) {
    case 'float':
    case 'fixed32': {
      const bytes = Buffer.alloc(4);
      if (type === 'float') bytes.writeFloatLE(Number(value));
      else bytes.writeUInt32LE(Number(value) >>> 0);
      return Buffer.concat([varint((number << 3) | FIXED32), bytes]);
    }
    case 'bool':
    case 'uint32':
      return Buffer.concat([varint(number << 3), varint(Number(value))]);
    case 'int32':
      return Buffer.concat([varint(number << 3), signed(Number(value))]);
    case 'sint32': {
      const whole = Number(value) | 0;
      return Buffer.concat([varint(number << 3), varint(((whole << 1) ^ (whole >> 31)) >>> 0)]);
    }
    default: {
      const bytes =
        type === 'string'
          ? Buffer.from(String(value))
          : type === 'bytes'
            ? (value as Buffer)
            : encodeFields(type as MessageName, value as Values);
      return Buffer.concat([varint((number << 3) | BYTES), varint(bytes.length), bytes]);
    }
  }
}

/** A whole number that is not negative, seven bits in a byte. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.trunc(value);
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** A negative number has ten bytes, as if it had 64 bits. */
function signed(value: number): Buffer {
  if (value >= 0) return varint(value);
  let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)));
  const bytes: number[] = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** Reads a message; unknown fields and those of another form are passed over. Throws for bytes that are none. */
export function decode<Name extends MessageName>(name: Name, bytes: Buffer): Message<Name> {
  return decodeFields(name, bytes, MAX_DEPTH) as Message<Name>;
}

function decodeFields(name: MessageName, bytes: Buffer, depth: number): Values {
  if (depth === 0) throw new ProtocolError('A message is nested too deeply');
  const fields = fieldsOf(name);
  const values: Record<string, unknown> = Object.create(null);
  for (const field of fields) values[field.name] = field.isList ? [] : nothingOf(field.type, depth);
  const reader = new Reader(bytes);
  while (!reader.isDone) {
    const tag = reader.varint();
    const wire = tag & 7;
    const field = fields.find(({ number }) => number === tag >>> 3);
    const raw = reader.raw(wire);
    if (field === undefined) continue;
    if (field.isList && wire === BYTES && isNumber(field.type)) {
      for (const item of packed(field.type, raw as Buffer)) push(values, field, item);
      continue;
    }
    if (wire !== wireOf(field.type)) continue;
    const value = valueFrom(field.type, raw, depth);
    if (field.isList) push(values, field, value);
    else values[field.name] = value;
  }
  return values;
}

function push(values: Record<string, unknown>, { name }: Field, item: unknown): void {
  const list = values[name] as unknown[];
  if (list.length >= MAX_ITEMS) throw new ProtocolError(`${name} has more than ${MAX_ITEMS} items`);
  list.push(item);
}

function nothingOf(type: string, depth: number): unknown {
  if (type === 'string') return '';
  if (type === 'bool') return false;
  if (type === 'bytes') return Buffer.alloc(0);
  return isNumber(type) ? 0 : decodeFields(type as MessageName, Buffer.alloc(0), depth - 1);
}

function isNumber(type: string): boolean {
  return ['float', 'fixed32', 'bool', 'uint32', 'int32', 'sint32'].includes(type);
}

function wireOf(type: string): number {
  if (type === 'float' || type === 'fixed32') return FIXED32;
  return isNumber(type) ? VARINT : BYTES;
}

function valueFrom(type: string, raw: number | Buffer, depth: number): unknown {
  if (typeof raw === 'number') {
    if (type === 'bool') return raw !== 0;
    if (type === 'int32') return raw | 0;
    if (type === 'sint32') return (raw >>> 1) ^ -(raw & 1);
    return raw >>> 0;
  }
  switch (type) {
    case 'float':
      return raw.readFloatLE();
    case 'fixed32':
      return raw.readUInt32LE();
    case 'string':
      return raw.toString('utf8');
    case 'bytes':
      return Buffer.from(raw);
    default:
      return decodeFields(type as MessageName, raw, depth - 1);
  }
}

function* packed(type: string, bytes: Buffer): Iterable<unknown> {
  const reader = new Reader(bytes);
  const wire = wireOf(type);
  while (!reader.isDone) yield valueFrom(type, reader.raw(wire), MAX_DEPTH);
}

/** Reads the parts of a message in their order. */
class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The low 32 bits of a number of up to 64. */
  varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.at];
      this.at += 1;
      if (byte === undefined) throw new ProtocolError('A message ends too early');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asUintN(32, value));
    }
    throw new ProtocolError('A number has more than ten bytes');
  }

  /** What follows a tag: a number, or bytes. */
  raw(wire: number): number | Buffer {
    if (wire === VARINT) return this.varint();
    if (wire === FIXED32) return this.take(4);
    if (wire === FIXED64) return this.take(8);
    if (wire === BYTES) return this.take(this.varint());
    throw new ProtocolError(`There is no form ${wire} of a field`);
  }

  private take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.bytes.length) throw new ProtocolError('A message ends too early');
    const bytes = this.bytes.subarray(this.at, end);
    this.at = end;
    return bytes;
  }
}
