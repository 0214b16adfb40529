/** A copy with other items in place of some; browsers of old tablets have no `toSpliced`. */
export function spliced<T>(
  list: readonly T[],
  where: { readonly at: number; readonly gone: number },
  ...items: readonly T[]
): readonly T[] {
  return [...list.slice(0, where.at), ...items, ...list.slice(where.at + where.gone)];
}

/** A copy with one item moved by so many places. */
export function moved<T>(list: readonly T[], at: number, by: number): readonly T[] {
  return spliced(spliced(list, { at, gone: 1 }), { at: at + by, gone: 0 }, ...list.slice(at, at + 1));
}
