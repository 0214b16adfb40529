/** Named values: those of an entity, or its attributes. */
type Named = Readonly<Record<string, unknown>>;

/**
 * Merges parts, later ones over earlier ones, without undefined values. Adding key by key to an empty object
 * takes a fraction of the time of extending a spread copy, and leaves no long-lived garbage.
 */
export function composed(parts: readonly (Named | undefined)[]): Named {
  const all: Record<string, unknown> = {};
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    for (const name in part) if (part[name] !== undefined) put(all, name, part[name]);
  }
  return all;
}

/** Merges a patch into values; undefined in the patch is kept as a value. */
export function patched(values: Named, patch: Named, remembered: Named | undefined): Named {
  const all: Record<string, unknown> = {};
  for (const name in values) put(all, name, values[name]);
  for (const name in patch) put(all, name, patch[name]);
  for (const name in remembered) put(all, name, remembered[name]);
  return all;
}

/** Whether two sets of named values are identical. */
export function hasSameValues(a: Named, b: Named): boolean {
  let count = 0;
  for (const name in a) {
    if (a[name] !== b[name] || !(name in b)) return false;
    count += 1;
  }
  for (const _name in b) count -= 1;
  return count === 0;
}

/** Attribute names come from devices; assigning `__proto__` would change the prototype. */
function put(all: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') all[name] = value;
  else Object.defineProperty(all, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Without undefined values. */
export function defined(attributes: Named): Named {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
