/** Whether a message may have this ID: integers only; a float such as `5.0` arrives as a `Float`, which is an object. */
export function isId(id: unknown): id is number | bigint {
  return (
    (typeof id === 'number' && Number.isInteger(id) && id > 0) ||
    (typeof id === 'bigint' && id > 0n && id < 2n ** 64n)
  );
}

/** The text of a received ID for the answer; `null` if it is missing or cannot be serialized. */
export function textOf(id: unknown): string {
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  try {
    return JSON.stringify(id) ?? 'null';
  } catch {
    return 'null';
  }
}
