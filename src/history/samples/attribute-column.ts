import { piecesOf, type ShapedText, takeApart, takeApartAs } from './attribute-shape.ts';
import { DamagedBlock } from './damaged-block.ts';
import { MAX_TEXT_BYTES } from './packed-texts.ts';
import type { SymbolReader } from './symbol-reader.ts';
import { SymbolWriter } from './symbol-writer.ts';
import { entryAt, IndexModel, readDictionary, writeDictionary } from './text-column.ts';
import { readValues, writeValues } from './value-column.ts';

/** With fewer different sets, texts are smaller than columns. */
const FEWEST_IN_COLUMNS = 4;
/** More columns than this, over all shapes, are not worth their time. */
const MOST_COLUMNS = 256;
/** The longest repetition that deflated texts name at once. */
const LONGEST_MATCH = 258;

/** Compresses the JSON texts of attributes to a section. */
export function attributeSection(sets: readonly string[]): Uint8Array {
  const entries = new Map<string, number>();
  for (const set of sets) if (!entries.has(set)) entries.set(set, entries.size);
  const different = [...entries.keys()];
  const indexes = sets.map((set) => entries.get(set) ?? 0);
  const shaped = inColumns(different);
  const columns = shaped && columnsOf(shaped, indexes);
  if (columns !== undefined && columns.length <= leastBytesAsTexts(different)) return columns;
  const asTexts = new SymbolWriter();
  asTexts.plain(0, 1);
  writeDictionary(asTexts, different);
  writeIndexes(asTexts, indexes, different.length);
  const texts = asTexts.finish();
  return columns !== undefined && columns.length < texts.length ? columns : texts;
}

/** What different texts hardly take less than, however much they have in common: then only columns are written. */
function leastBytesAsTexts(different: readonly string[]): number {
  return different.reduce((sum, { length }) => sum + 1 + 1.5 * Math.ceil(length / LONGEST_MATCH), 0);
}

function columnsOf(shaped: readonly ShapedText[], indexes: readonly number[]): Uint8Array {
  const writer = new SymbolWriter();
  writer.plain(1, 1);
  writer.number(shaped.length);
  writeShaped(writer, shaped);
  writeIndexes(writer, indexes, shaped.length);
  return writer.finish();
}

/** Reads `count` JSON texts of attributes. */
export function readAttributes(reader: SymbolReader, count: number): readonly string[] {
  const isInColumns = reader.plain(1) === 1;
  const different = isInColumns
    ? readShaped(reader, reader.number(count))
    : readDictionary(reader, count).map((entry) => entry ?? '');
  const model = new IndexModel(different.length);
  return Array.from({ length: count }, () => entryAt(different, model.read(reader)));
}

function writeIndexes(writer: SymbolWriter, indexes: readonly number[], size: number): void {
  const model = new IndexModel(size);
  for (const index of indexes) model.write(writer, index);
}

/** The sets taken apart, or undefined if columns would not be smaller. */
function inColumns(sets: readonly string[]): readonly ShapedText[] | undefined {
  if (sets.length < FEWEST_IN_COLUMNS) return undefined;
  const shaped: ShapedText[] = [];
  const shapes = new Set<string>();
  let columns = 0;
  let length = 0;
  let last: ShapedText | undefined;
  for (const set of sets) {
    const parts: ShapedText | undefined = (last && takeApartAs(last.shape, set)) ?? takeApart(set);
    if (parts === undefined) return undefined;
    if (!shapes.has(parts.shape)) columns += parts.values.length;
    shapes.add(parts.shape);
    shaped.push(parts);
    last = parts;
    length += set.length;
    if (columns > MOST_COLUMNS || length > MAX_TEXT_BYTES) return undefined;
  }
  return shaped;
}

/** Writes the shapes, which set has which, then the values of each shape place by place. */
function writeShaped(writer: SymbolWriter, sets: readonly ShapedText[]): void {
  const groups = new Map<string, (readonly string[])[]>();
  for (const { shape, values } of sets) {
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [values]);
    else group.push(values);
  }
  const shapes = [...groups.keys()];
  writeDictionary(writer, shapes);
  const numbers = new Map(shapes.map((shape, index) => [shape, index]));
  const model = new IndexModel(shapes.length);
  for (const { shape } of sets) model.write(writer, numbers.get(shape) ?? 0);
  for (const rows of groups.values()) {
    const places = rows[0]?.length ?? 0;
    for (let place = 0; place < places; place += 1)
      writeValues(
        writer,
        rows.map((row) => row[place] ?? ''),
      );
  }
}

function readShaped(reader: SymbolReader, count: number): readonly string[] {
  const shapes = readDictionary(reader, count).map((shape) => piecesOf(shape ?? ''));
  const columns = shapes.reduce((sum, pieces) => sum + pieces.length - 1, 0);
  if (columns > MOST_COLUMNS) throw new DamagedBlock(`attributes have ${columns} columns`);
  const model = new IndexModel(shapes.length);
  const shapeOf = Array.from({ length: count }, () => model.read(reader));
  const rows = new Float64Array(shapes.length);
  for (const index of shapeOf) {
    entryAt(shapes, index);
    rows[index] = (rows[index] ?? 0) + 1;
  }
  const groups = shapes.map((pieces, index) => ({
    pieces,
    places: pieces.slice(1).map(() => readValues(reader, rows[index] ?? 0)),
    next: 0,
  }));
  let length = 0;
  return shapeOf.map((index) => {
    const group = entryAt(groups, index);
    const row = group.next;
    group.next += 1;
    const parts: string[] = [];
    for (const [place, piece] of group.pieces.entries()) parts.push(piece, group.places[place]?.[row] ?? '');
    const text = parts.join('');
    length += text.length;
    if (length > MAX_TEXT_BYTES) throw new DamagedBlock('its attributes are too long');
    return text;
  });
}
