import { type Document, isMap, isScalar, visit } from 'yaml';

/** A key that occurs twice in a map, with both offsets in the text. */
export interface DoubledKey {
  readonly key: string;
  readonly first: number;
  readonly offset: number;
}

/** Duplicate keys in all maps of the document; `except` is a map whose keys the caller compares itself. */
export function doubledKeys(document: Document.Parsed, except?: unknown): DoubledKey[] {
  const found: DoubledKey[] = [];
  visit(document, {
    Map: (_key, map) => {
      if (map === except) return;
      const seen = new Map<string, number>();
      for (const { key } of isMap(map) ? map.items : []) {
        if (!isScalar(key) || key.value === '<<') continue;
        const text = String(key.value);
        const offset = key.range?.[0] ?? 0;
        const first = seen.get(text);
        if (first === undefined) seen.set(text, offset);
        else found.push({ key: text, first, offset });
      }
    },
  });
  return found;
}
