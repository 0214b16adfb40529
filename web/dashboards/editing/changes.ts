/** Where something is in the cards of a dashboard: keys and indexes from the top. */
export type Path = readonly (string | number)[];

/** A change of the cards of a dashboard. It says what it found, so that it also fits cards that others changed since. */
export type Change =
  | { readonly kind: 'insert'; readonly list: Path; readonly at: number; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: Path; readonly was: unknown }
  | { readonly kind: 'replace'; readonly path: Path; readonly was: unknown; readonly value: unknown }
  | {
      readonly kind: 'move';
      readonly path: Path;
      readonly was: unknown;
      readonly list: Path;
      /** Among the items of the list without the moved one. */
      readonly at: number;
    };

/** What a change did: the new cards, and the change that takes it back. */
export interface Applied {
  readonly config: unknown;
  readonly inverse: Change;
}

/**
 * Applies a change; undefined where what it is about is no longer there. Something that was moved meanwhile is found by
 * its content, unless it is there more than once.
 */
export function applied(config: unknown, change: Change): Applied | undefined {
  switch (change.kind) {
    case 'insert':
      return inserted(config, change);
    case 'remove': {
      const path = located(config, change.path, change.was);
      if (path === undefined) return undefined;
      const { list, at } = split(path);
      return { config: without(config, path), inverse: { kind: 'insert', list, at, value: change.was } };
    }
    case 'replace': {
      const path = located(config, change.path, change.was);
      if (path === undefined) return undefined;
      const { was, value } = change;
      return {
        config: replaced(config, path, value),
        inverse: { kind: 'replace', path, was: value, value: was },
      };
    }
    case 'move':
      return moved(config, change);
  }
}

/** What is at a path; undefined if there is nothing. */
export function valueAt(config: unknown, path: Path): unknown {
  let value = config;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The cards with another value at a path. */
export function replaced(config: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(config)) return config.map((one, at) => (at === key ? replaced(one, rest, value) : one));
  const fields = (typeof config === 'object' && config !== null ? config : {}) as Record<string, unknown>;
  const before = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return { ...fields, [key]: replaced(before, rest, value) };
}

function inserted(config: unknown, { list, at, value }: Change & { kind: 'insert' }): Applied | undefined {
  if (valueAt(config, list.slice(0, -1)) === undefined) return undefined;
  const before = listAt(config, list);
  const place = Math.max(0, Math.min(at, before.length));
  const config_ = replaced(config, list, before.toSpliced(place, 0, value));
  return { config: config_, inverse: { kind: 'remove', path: [...list, place], was: value } };
}

function moved(config: unknown, change: Change & { kind: 'move' }): Applied | undefined {
  const path = located(config, change.path, change.was);
  if (path === undefined) return undefined;
  const taken = without(config, path);
  if (valueAt(taken, change.list.slice(0, -1)) === undefined) return undefined;
  const before = listAt(taken, change.list);
  const at = Math.max(0, Math.min(change.at, before.length));
  const from = split(path);
  return {
    config: replaced(taken, change.list, before.toSpliced(at, 0, change.was)),
    inverse: { kind: 'move', path: [...change.list, at], was: change.was, list: from.list, at: from.at },
  };
}

function without(config: unknown, path: Path): unknown {
  const { list, at } = split(path);
  return replaced(config, list, listAt(config, list).toSpliced(at, 1));
}

function listAt(config: unknown, path: Path): readonly unknown[] {
  const value = valueAt(config, path);
  return Array.isArray(value) ? value : [];
}

function split(path: Path): { readonly list: Path; readonly at: number } {
  return { list: path.slice(0, -1), at: Number(path.at(-1)) };
}

/** Where a value is: at its path, or elsewhere in the same dashboard if it is only there once. */
function located(config: unknown, path: Path, was: unknown): Path | undefined {
  const text = JSON.stringify(was);
  if (JSON.stringify(valueAt(config, path)) === text) return path;
  const found: Path[] = [];
  search(config, [], (at, value) => {
    if (JSON.stringify(value) === text) found.push(at);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Visits the items of all lists. */
function search(value: unknown, path: Path, visit: (path: Path, value: unknown) => void): void {
  if (Array.isArray(value))
    for (const [at, one] of value.entries()) {
      visit([...path, at], one);
      search(one, [...path, at], visit);
    }
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) search(one, [...path, key], visit);
}
