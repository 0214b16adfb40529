import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';
import { entryAt, IndexModel, readDictionary, writeDictionary } from './text-column.ts';

/** Writes the JSON texts of attributes. */
export function writeAttributes(writer: SymbolWriter, sets: readonly string[]): void {
  const entries = new Map<string, number>();
  for (const set of sets) if (!entries.has(set)) entries.set(set, entries.size);
  writeDictionary(writer, [...entries.keys()]);
  const model = new IndexModel(entries.size);
  for (const set of sets) model.write(writer, entries.get(set) ?? 0);
}

/** Reads `count` JSON texts of attributes. */
export function readAttributes(reader: SymbolReader, count: number): readonly string[] {
  const entries = readDictionary(reader, count).map((entry) => entry ?? '');
  const model = new IndexModel(entries.length);
  return Array.from({ length: count }, () => entryAt(entries, model.read(reader)));
}
