/** The names of an entity as this server keeps them. */
export interface EntityNames {
  /** The entity's own name, set by the user. */
  readonly name: string | null;
  /** The whole name, shown instead of device and own name; null if they are shown. */
  readonly compatName: string | null;
}

/** The rest of a name that begins with the device's, as shown after the device; null if it does not. */
export function withoutDevice(name: string, device: string | null): string | null {
  if (device === null || device === '') return null;
  if (!name.toLowerCase().startsWith(device.toLowerCase())) return null;
  const rest = name.slice(device.length);
  if (rest === '') return '';
  if (!/^[\s:-]/u.test(rest)) return null;
  return capitalized(rest.replace(/^[\s:-]+/u, ''));
}

/** The own name of an entity whose integration told the whole name. */
export function ownName(
  original: string | null,
  hasEntityName: boolean,
  device: string | null,
): string | null {
  if (original === null || hasEntityName) return original;
  return withoutDevice(original, device) ?? original;
}

/**
 * The names of an entry written before names were split: a name that the user set is the whole name. It is kept whole
 * unless it begins with the name of the device.
 */
export function splitName(name: string | null, device: string | null, hasOwnArea: boolean): EntityNames {
  if (name === null || device === null) return { name, compatName: null };
  const rest = hasOwnArea ? null : withoutDevice(name, device);
  return rest === null || rest === '' ? { name, compatName: name } : { name: rest, compatName: null };
}

/** The first letter becomes a capital if the first word has none. */
function capitalized(text: string): string {
  const [first = ''] = /^\S+/u.exec(text) ?? [];
  if (first !== first.toLowerCase()) return text;
  const [letter = ''] = text;
  return letter.toUpperCase() + text.slice(letter.length);
}
