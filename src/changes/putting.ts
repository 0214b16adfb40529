import { type ChangePart, keyOf } from './change-log.ts';
import { withDependents } from './dependents.ts';
import { withRefusals } from './plan.ts';
import type { PlannedPart, PlanParts } from './planned-part.ts';

/** A document or item to be put back from elsewhere, such as a backup; its text as it was stored there. */
export interface WantedPart {
  readonly kind: 'document' | 'item';
  /** The collection of a document, the domain of an item. */
  readonly name: string;
  readonly id: string;
  /** Null takes it away. */
  readonly text: string | null;
  /** How an item was written in its file. */
  readonly form?: 'entry' | 'file' | undefined;
}

type PutParts = Omit<PlanParts, 'finalActs'>;

/** Plans to put back documents and items; those that nothing here can put back are left out. */
export async function planPut(
  { log, restorables, files, dependentsOfItem }: PutParts,
  wanted: readonly WantedPart[],
): Promise<PlannedPart[]> {
  const documents = wanted.filter(({ kind, name }) => kind === 'document' && restorables.has(name));
  const current = await log.bodies(documents);
  const planned: PlannedPart[] = documents.map((one) => plannedPart(one, current.get(keyOf(one)) ?? null));
  for (const one of wanted) {
    const owner = files.find(({ kind, name }) => kind === one.kind && name === one.name);
    if (owner !== undefined) planned.push(plannedPart(one, await owner.textOf(one.id)));
  }
  return withRefusals(await withDependents({ log, restorables, dependentsOfItem }, planned), restorables);
}

function plannedPart({ kind, name, id, text, form }: WantedPart, now: string | null): PlannedPart {
  const part: ChangePart = {
    ...{ changeId: 0, kind, name, id, before: text, after: now },
    detail: { file: id, ...(form === undefined ? {} : { form }) },
  };
  return { kind, name, id, now, undone: text, state: now === text ? 'done' : 'same', part };
}
