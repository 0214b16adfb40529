import { type Document, isAlias, isMap, isScalar, isSeq } from 'yaml';
import { prefixOf, type YamlItem } from './items.ts';
import type { Fragment } from './reading.ts';
import { placeIn } from './source-file.ts';
import { offsetOf, type Path, readTree } from './tree.ts';

/** Where a value of an item is written, or the nearest above it: `automations.yaml:14`, also in files it includes. */
export function placeOf(item: YamlItem, path: Path = []): string {
  const { part, included } = item;
  if (path.length === 0) return placeIn(part.file, part.from);
  const candidates = included.filter(({ path: at }) => at.every((key, i) => sameKey(key, path[i])));
  const deepest = candidates.reduce<(typeof candidates)[number] | undefined>(
    (best, one) => (best === undefined || one.path.length >= best.path.length ? one : best),
    undefined,
  );
  if (deepest === undefined) return placeAt(part, [...prefixOf(item), ...path]);
  const { file, inner } = deepest;
  return placeAt({ file, from: 0, to: file.text.length }, [...inner, ...path.slice(deepest.path.length)]);
}

function placeAt(part: Fragment, path: Path): string {
  const { document } = readTree(part.file.text.slice(part.from, part.to));
  return placeIn(part.file, part.from + offsetAt(document, path));
}

/** Where a path leads in a tree: to the key of a map, so that what is missing under it is told there. */
function offsetAt(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = offsetOf(node);
  for (const key of path) {
    const source = isAlias(node) ? node.resolve(document) : node;
    if (isMap(source)) {
      const pair = source.items.findLast((one) => isScalar(one.key) && sameKey(String(one.key.value), key));
      if (pair === undefined) return offset;
      offset = offsetOf(pair.key);
      node = pair.value;
    } else if (isSeq(source)) {
      // A list may be given as its only item.
      if (typeof key !== 'number' || key >= source.items.length) return offset;
      node = source.items[key];
      offset = offsetOf(node) || offset;
    }
  }
  return offset;
}

function sameKey(a: string | number, b: string | number | undefined): boolean {
  return String(a) === String(b);
}
