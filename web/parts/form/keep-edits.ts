/**
 * The values of a form whose item was read again: fields that the user has changed since keep the edit, all
 * others take the new value.
 * @param before the values that the form was filled with
 * @param edited the values that the form shows now
 * @param read the values of the item as it is now
 */
export function keepEdits<T extends Readonly<Record<string, unknown>>>(before: T, edited: T, read: T): T {
  const edits = Object.entries(edited).filter(([name, value]) => !isSame(value, before[name]));
  return { ...read, ...Object.fromEntries(edits) };
}

/** Whether two values of a form have the same contents. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
