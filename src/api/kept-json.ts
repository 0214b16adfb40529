/** Gives the JSON of values that never change, such as registry entries: made once for each and kept as long as it lives. */
export function keptJson<T extends object>(show: (value: T) => unknown): (value: T) => string {
  const kept = new WeakMap<T, string>();
  return (value) => {
    const known = kept.get(value);
    if (known !== undefined) return known;
    const made = JSON.stringify(show(value));
    kept.set(value, made);
    return made;
  };
}

/** A JSON array of texts that are JSON each. */
export function jsonArray(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}
