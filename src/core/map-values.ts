/** A record with each value replaced by `change`. */
export function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
