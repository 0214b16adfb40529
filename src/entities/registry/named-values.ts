/** Values under names: those of an entity, or its attributes. */
type Named = Readonly<Record<string, unknown>>;

/**
 * One object of all parts, later ones over earlier ones; what is undefined is left out. Name by name into an empty object, which takes
 * a small part of the time that adding names to a spread copy would, and leaves no garbage that grows old.
 */
export function composed(parts: readonly (Named | undefined)[]): Named {
  const all: Record<string, unknown> = {};
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    for (const name in part) if (part[name] !== undefined) put(all, name, part[name]);
  }
  return all;
}

/** Values with what is reported of them; what is reported as undefined is so from then on. */
export function patched(values: Named, patch: Named, remembered: Named | undefined): Named {
  const all: Record<string, unknown> = {};
  for (const name in values) put(all, name, values[name]);
  for (const name in patch) put(all, name, patch[name]);
  for (const name in remembered) put(all, name, remembered[name]);
  return all;
}

/** Whether two lists of named values hold the very same. */
export function hasSameValues(a: Named, b: Named): boolean {
  let count = 0;
  for (const name in a) {
    if (a[name] !== b[name] || !(name in b)) return false;
    count += 1;
  }
  for (const _name in b) count -= 1;
  return count === 0;
}

/** Devices name attributes as they like; assigning `__proto__` would change the object instead of filling it. */
function put(all: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') all[name] = value;
  else Object.defineProperty(all, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Without what is undefined. */
export function defined(attributes: Named): Named {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
