import { keyOf } from './change-log.ts';
import type { PlannedPart, PlanParts } from './planned-part.ts';
import type { Dependent } from './restorable.ts';

type DependentParts = Pick<PlanParts, 'log' | 'restorables' | 'dependentsOfItem'>;

/**
 * Adds what follows from deletions: documents that refer to something that goes lose the reference, and what exists only with it
 * goes as well. So a plan names everything that is written, and its undo brings all of it back.
 */
export async function withDependents(
  { log, restorables, dependentsOfItem }: DependentParts,
  parts: readonly PlannedPart[],
): Promise<PlannedPart[]> {
  const planned = new Map(parts.map((part) => [keyOf(part), part]));
  const queue = parts.filter(goes);
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const dependents = dependentsOf(part, { restorables, dependentsOfItem }).filter(({ name }) =>
      restorables.has(name),
    );
    const unplanned = dependents.filter((one) => !planned.has(keyOf(one)));
    const bodies = unplanned.length === 0 ? undefined : await log.bodies(unplanned);
    for (const dependent of dependents) {
      const key = keyOf(dependent);
      const known = planned.get(key) ?? documentOf(dependent, bodies?.get(key) ?? null);
      if (known.undone === null) continue;
      const next = dependent.without(JSON.parse(known.undone) as Readonly<Record<string, unknown>>);
      const undone = next === null ? null : JSON.stringify(next);
      // The same text byte for byte where nothing refers to what goes.
      if (undone === known.undone) continue;
      const changed: PlannedPart = { ...known, undone, state: known.state === 'done' ? 'same' : known.state };
      planned.set(key, changed);
      if (goes(changed)) queue.push(changed);
    }
  }
  return [...planned.values()];
}

function goes({ now, undone }: PlannedPart): boolean {
  return now !== null && undone === null;
}

function dependentsOf(
  { kind, name, id, now }: PlannedPart,
  { restorables, dependentsOfItem }: Omit<DependentParts, 'log'>,
): readonly Dependent[] {
  if (kind === 'document') return restorables.get(name)?.dependents?.(id, JSON.parse(now ?? 'null')) ?? [];
  return kind === 'item' ? dependentsOfItem(name, id) : [];
}

function documentOf({ name, id }: Dependent, text: string | null): PlannedPart {
  return {
    ...{ kind: 'document', name, id, now: text, undone: text, state: 'same' },
    part: { changeId: 0, kind: 'document', name, id, before: text, after: text, detail: null },
  };
}
