const ENTITY_ID = /^[a-z\d_]+\.[a-z\d_]+$/;

/** What steps refer to by name: entities and actions, without those in templates. */
export interface References {
  readonly entities: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
}

/** Collects the entities and actions that steps of any nesting name. */
export function referencesIn(steps: unknown): References {
  const entities = new Set<string>();
  const actions = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
    else if (typeof value === 'string' && ENTITY_ID.test(value)) {
      if (key === 'entity_id') entities.add(value);
      else if (key === 'action' || key === 'service') actions.add(value);
    }
  };
  visit(steps, '');
  return { entities, actions };
}
