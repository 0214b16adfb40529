import { type Change, type ChangePart, keyOf } from './change-log.ts';
import { withDependents } from './dependents.ts';
import { type Merged, mergeDocument, mergeText } from './merge.ts';
import type { PlannedPart, PlanParts } from './planned-part.ts';
import type { Restorable } from './restorable.ts';

/** All that undoing changes would do. */
export interface Plan {
  readonly parts: readonly PlannedPart[];
  /** The changes that are never undone. */
  readonly final: readonly Change[];
}

/** Plans to undo changes, given newest first. */
export async function planUndo(
  { log, restorables, files, finalActs, dependentsOfItem }: PlanParts,
  changes: readonly { readonly change: Change; readonly parts: readonly ChangePart[] }[],
): Promise<Plan> {
  const isFinalPart = finalPart(restorables);
  const final = changes.filter((whole) => isFinal(whole, finalActs, isFinalPart));
  const undone = changes.filter((one) => !final.includes(one));
  const parts = undone.flatMap(({ change, parts: all }) =>
    [...all]
      .reverse()
      .flatMap((part) => (part.kind === 'private' || isFinalPart(part) ? [] : [{ change, part }])),
  );
  const documents = parts.flatMap(({ part }) => (part.kind === 'document' ? [part] : []));
  const current = await log.bodies(documents);
  for (const { part } of parts) {
    if (part.kind === 'document' || current.has(keyOf(part))) continue;
    const owner = files.find(({ kind, name }) => kind === part.kind && name === part.name);
    if (owner !== undefined) current.set(keyOf(part), await owner.textOf(part.id));
  }
  const planned = new Map<string, PlannedPart>();
  for (const { change, part } of parts) {
    const key = keyOf(part);
    const now = current.get(key) ?? null;
    const merge = part.kind === 'document' ? mergeDocument : mergeText;
    const { state, undone, fields } = merge({ before: part.before, after: part.after, now });
    current.set(key, undone);
    const earlier = planned.get(key);
    const conflict =
      state === 'conflict' ? { fields, by: await log.lastAfter(change.id, part) } : earlier?.conflict;
    planned.set(key, {
      ...{ kind: part.kind, name: part.name, id: part.id, undone, part },
      now: earlier === undefined ? now : earlier.now,
      state: worse(earlier?.state, state),
      ...(conflict === undefined ? {} : { conflict }),
    });
  }
  const whole = await withDependents({ log, restorables, dependentsOfItem }, [...planned.values()]);
  return {
    parts: withRefusals(whole, restorables),
    final: final.map(({ change }) => change),
  };
}

/**
 * Whether a change is never undone: its command says so, what it was made for has a secret, or undo would give permissions back. Where that
 * is only a consequence, such as a policy that follows a renamed entity, the rest is undone, and it follows again.
 */
export function isFinal(
  { change, parts }: { readonly change: Change; readonly parts: readonly ChangePart[] },
  finalActs: ReadonlySet<string>,
  isFinalPart: (part: ChangePart) => boolean,
): boolean {
  const [first] = parts;
  if (change.acts.some((act) => finalActs.has(act))) return true;
  return first?.kind === 'private' || (first !== undefined && isFinalPart(first));
}

/** Tells parts that are never put back. */
export function finalPart(restorables: ReadonlyMap<string, Restorable>): (part: ChangePart) => boolean {
  return ({ kind, name, before, after }) => {
    if (kind !== 'document') return false;
    const owner = restorables.get(name);
    return owner === undefined || owner.widens?.(parsed(before), parsed(after)) === true;
  };
}

/** The parts with the reasons why their owners refuse some. */
export function withRefusals(
  parts: readonly PlannedPart[],
  restorables: ReadonlyMap<string, Restorable>,
): PlannedPart[] {
  const batches = new Map<string, Set<string>>();
  for (const { name, id } of parts) batches.set(name, (batches.get(name) ?? new Set()).add(id));
  return parts.map((part) => {
    if (part.kind !== 'document' || part.undone === null || part.undone === part.now) return part;
    const refusal = restorables
      .get(part.name)
      ?.refuses?.(part.id, JSON.parse(part.undone), batches.get(part.name) ?? new Set());
    if (refusal === undefined) return part;
    return { ...part, state: 'conflict', conflict: { fields: [], ...part.conflict, refusal } };
  });
}

const RANK: Readonly<Record<Merged['state'], number>> = { done: 0, same: 1, merged: 2, conflict: 3 };

function worse(one: Merged['state'] | undefined, other: Merged['state']): Merged['state'] {
  return one !== undefined && RANK[one] > RANK[other] ? one : other;
}

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
