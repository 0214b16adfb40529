/** The state of an entity of the other hub. */
export interface RemoteState {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Plain = Readonly<Record<string, unknown>>;

/** What a change message does: states by entity ID, undefined for those that are gone. */
export type Changes = ReadonlyMap<string, RemoteState | undefined>;

/**
 * Applies a message of `subscribe_entities` to the states that are known: `a` adds, `c` changes, `r` removes. Returns
 * what has changed. Parts of another form are left out.
 */
export function applyChanges(known: Map<string, RemoteState>, message: unknown): Changes {
  const { a, c, r } = plainOf(message);
  const changed = new Map<string, RemoteState | undefined>();
  for (const [id, added] of Object.entries(plainOf(a))) {
    const { s, a: attributes } = plainOf(added);
    if (typeof s === 'string') changed.set(id, { state: s, attributes: plainOf(attributes) });
  }
  for (const [id, change] of Object.entries(plainOf(c))) {
    const before = known.get(id);
    if (before !== undefined) changed.set(id, patched(before, plainOf(change)));
  }
  for (const id of Array.isArray(r) ? r : []) if (typeof id === 'string') changed.set(id, undefined);
  for (const [id, state] of changed) {
    if (state === undefined) known.delete(id);
    else known.set(id, state);
  }
  return changed;
}

/** `+` has the new state and attributes, `-` the names of attributes that are gone. */
function patched(before: RemoteState, change: Plain): RemoteState {
  const { s, a } = plainOf(change['+']);
  const gone = plainOf(change['-']).a;
  const attributes: Record<string, unknown> = { ...before.attributes, ...plainOf(a) };
  for (const name of Array.isArray(gone) ? gone : []) delete attributes[String(name)];
  return { state: typeof s === 'string' ? s : before.state, attributes };
}

function plainOf(value: unknown): Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
}
