/** A copy with some items replaced; older browsers have no `toSpliced`. */
export function spliced<T>(
  list: readonly T[],
  where: { readonly at: number; readonly removed: number },
  ...items: readonly T[]
): readonly T[] {
  return [...list.slice(0, where.at), ...items, ...list.slice(where.at + where.removed)];
}

/** A copy with one item moved by a number of positions. */
export function moved<T>(list: readonly T[], at: number, by: number): readonly T[] {
  return spliced(spliced(list, { at, removed: 1 }), { at: at + by, removed: 0 }, ...list.slice(at, at + 1));
}
