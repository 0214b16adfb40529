/** A value of an attribute: numbers, truth values and texts; other kinds of values are left out. */
export type IppValue = number | boolean | string;
/** The attributes of a printer by their names, each with all its values. */
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>;

const GET_PRINTER_ATTRIBUTES = 0x000b;
const [OPERATION, PRINTER, END] = [0x01, 0x04, 0x03];
/** Below this, a tag begins a group; from it on, it is the kind of a value. */
const FIRST_VALUE = 0x10;
const [INTEGER, BOOLEAN, ENUM] = [0x21, 0x22, 0x23];
const [FIRST_TEXT, LAST_TEXT] = [0x40, 0x5f];
const [TEXT_WITH_LANGUAGE, NAME_WITH_LANGUAGE] = [0x35, 0x36];
const [CHARSET, LANGUAGE, URI, KEYWORD] = [0x47, 0x48, 0x45, 0x44];
const MAX_VALUES = 5000;

/** A request for attributes of a printer [RFC 8010]. */
export function attributesRequest(uri: string, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(9);
  head.writeUInt16BE(0x0200, 0);
  head.writeUInt16BE(GET_PRINTER_ATTRIBUTES, 2);
  head.writeUInt32BE(1, 4);
  head.writeUInt8(OPERATION, 8);
  const attributes = [
    attribute(CHARSET, 'attributes-charset', 'utf-8'),
    attribute(LANGUAGE, 'attributes-natural-language', 'en'),
    attribute(URI, 'printer-uri', uri),
    ...names.map((name, at) => attribute(KEYWORD, at === 0 ? 'requested-attributes' : '', name)),
  ];
  return Uint8Array.from(Buffer.concat([head, ...attributes, Buffer.from([END])]));
}

/** An answer: its status, and the attributes of the printer. Throws a `RangeError` for one that ends too early. */
export function readAnswer(bytes: Buffer): { readonly status: number; readonly attributes: IppAttributes } {
  const attributes = new Map<string, IppValue[]>();
  const status = bytes.readUInt16BE(2);
  let [at, group, name, count] = [8, 0, '', 0];
  const take = (): Buffer => {
    const length = bytes.readUInt16BE(at);
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (value.length < length) throw new RangeError('The answer ends too early');
    at += 2 + length;
    return value;
  };
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === END) break;
    if (tag < FIRST_VALUE) {
      group = tag;
      continue;
    }
    name = take().toString('utf8') || name;
    const value = readingOf(tag, take());
    count += 1;
    if (count > MAX_VALUES) throw new RangeError(`The answer has more than ${MAX_VALUES} values`);
    if (group !== PRINTER || value === undefined) continue;
    const known = attributes.get(name);
    if (known === undefined) attributes.set(name, [value]);
    else known.push(value);
  }
  return { status, attributes };
}

function readingOf(tag: number, value: Buffer): IppValue | undefined {
  if ((tag === INTEGER || tag === ENUM) && value.length === 4) return value.readInt32BE(0);
  if (tag === BOOLEAN && value.length === 1) return value.readUInt8(0) === 1;
  if (tag >= FIRST_TEXT && tag <= LAST_TEXT) return value.toString('utf8');
  if (tag !== TEXT_WITH_LANGUAGE && tag !== NAME_WITH_LANGUAGE) return undefined;
  const language = value.readUInt16BE(0);
  return value.subarray(4 + language).toString('utf8');
}

function attribute(tag: number, name: string, value: string): Buffer {
  const [named, text] = [Buffer.from(name), Buffer.from(value)];
  const head = Buffer.alloc(3);
  head.writeUInt8(tag, 0);
  head.writeUInt16BE(named.length, 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length, 0);
  return Buffer.concat([head, named, length, text]);
}
