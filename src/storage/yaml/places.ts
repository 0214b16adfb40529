import { type Document, isAlias, isMap, isScalar, isSeq } from 'yaml';
import { prefixOf, type YamlItem } from './items.ts';
import type { Fragment } from './resolve-tags.ts';
import { placeIn } from './source-file.ts';
import { offsetOf, type Path, readTree } from './tree.ts';

/** Where a value or its nearest existing ancestor is written: `automations.yaml:14`. */
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

/** The offset of a path in a tree: the key in a map, so that missing values are reported at their parent. */
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
      // A single item may stand for a list.
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
