import { type Acting, type Actor, actAs } from '../core/acting.ts';
import { fault, withCode } from '../core/errors.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { type ChangeRecorder, settled } from '../storage/changes/change-recorder.ts';
import type { PreparedFile } from '../storage/changes/recorded-files.ts';
import type { Database } from '../storage/database.ts';
import type { Documents, RestoredValue } from '../storage/documents.ts';
import type { Statement } from '../storage/sqlite.ts';
import type { Change, ChangePart } from './change-log.ts';
import { type Plan, type PlannedPart, type PlanParts, planUndo } from './plan.ts';
import type { Restorable } from './restorable.ts';

/** The command that undoes changes. */
export const UNDO = 'hearth/changes/undo';
/** How often undo starts again because something else was written meanwhile. */
const ATTEMPTS = 5;
/** The most changes that are undone at once. */
const MAX_CHANGES = 10_000;

/** What to undo: one change, or all after a time in milliseconds. */
export type UndoTarget = { readonly id: number } | { readonly to: number };

/** Who undoes, and whether conflicts are overwritten. */
export interface UndoBy extends Actor {
  readonly force?: boolean | undefined;
  /** Throws unless the caller may undo a change. */
  readonly check: (change: Change, parts: readonly ChangePart[]) => void;
}

/** A change with its parts. */
export interface WholeChange {
  readonly change: Change;
  readonly parts: readonly ChangePart[];
}

interface UndoingParts extends PlanParts {
  readonly documents: Documents;
  readonly database: Pick<Database, 'write'>;
  readonly recorder: ChangeRecorder;
  /** Runs work while no file is edited. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** The restorables in the order in which they follow. */
  readonly order: readonly Restorable[];
}

/** Undoes changes through the owners of what they changed. */
export class Undoing {
  private readonly parts: UndoingParts;
  private readonly queue = new SerialQueue();

  constructor(parts: UndoingParts) {
    this.parts = parts;
  }

  /** The changes of a target, newest first. Throws `not_found` for an unknown ID. */
  async changes(target: UndoTarget): Promise<WholeChange[]> {
    const { log } = this.parts;
    if ('id' in target) {
      const change = await log.get(target.id);
      if (change === undefined) throw fault('not_found', 'change_not_found', { id: target.id });
      return [{ change, parts: await log.parts(change.id) }];
    }
    const changes = await log.since(target.to, MAX_CHANGES);
    return Promise.all(changes.map(async (change) => ({ change, parts: await log.parts(change.id) })));
  }

  plan(changes: readonly WholeChange[]): Promise<Plan> {
    return planUndo(this.parts, changes);
  }

  /**
   * Undoes changes as one change and returns its ID; undefined if there was nothing to undo. Throws `conflict` if
   * something has changed since, unless forced, and `not_allowed` for a single change that is never undone.
   */
  undo(target: UndoTarget, by: UndoBy): Promise<number | undefined> {
    const attempts = async (): Promise<number | undefined> => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const changes = await this.changes(target);
        for (const { change, parts } of changes) by.check(change, parts);
        const { revision } = this.parts.documents;
        const plan = await this.plan(changes);
        this.refuse(target, plan, by.force === true);
        if (this.parts.documents.revision === revision) return this.carryOut(changes, plan, by);
      }
      throw fault('conflict', 'configuration_keeps_changing');
    };
    return this.queue.run(() => this.parts.exclusively(attempts));
  }

  private refuse(target: UndoTarget, { parts, final }: Plan, isForced: boolean): void {
    if ('id' in target && final.length > 0)
      throw fault('not_allowed', 'change_is_never_undone', { id: target.id });
    const refused = parts.find(({ conflict }) => conflict?.refusal !== undefined);
    if (refused?.conflict?.refusal !== undefined) throw withCode('conflict', refused.conflict.refusal);
    const conflict = parts.find(({ state }) => state === 'conflict');
    if (conflict === undefined || isForced) return;
    throw fault('conflict', 'changed_since', { name: this.nameOf(conflict) });
  }

  private nameOf({ name, id, now, undone }: PlannedPart): string {
    const text = now ?? undone;
    const value: unknown = text === null ? undefined : parsed(text);
    return this.parts.restorables.get(name)?.nameOf?.(value, id) ?? id;
  }

  private async carryOut(
    changes: readonly WholeChange[],
    plan: Plan,
    by: Actor,
  ): Promise<number | undefined> {
    const [first, ...more] = changes.map(({ change }) => change);
    const acts = [...new Set(changes.flatMap(({ change }) => change.acts))];
    const acting: Acting = {
      ...{ userId: by.userId, tokenId: by.tokenId, act: UNDO, acts, restores: true },
      ...(first !== undefined && more.length === 0 ? { undoes: first.id } : {}),
    };
    const parts = plan.parts.filter(({ now, undone }) => now !== undone);
    const [firstFile, ...files] = parts.filter(({ kind }) => kind !== 'document');
    await actAs(acting, async () => {
      const prepared = firstFile === undefined ? undefined : await this.prepare(firstFile);
      // The first file is planned with the documents: after a crash, both are put back, or neither.
      const planned = prepared && this.parts.recorder.planned(acting, prepared.part);
      await this.restoreDocuments(
        parts.filter(({ kind }) => kind === 'document'),
        planned?.statements ?? [],
      );
      if (prepared !== undefined && planned !== undefined) await this.write(prepared, planned.partId);
      for (const file of files) await this.writeNext(acting, file);
    });
    return acting.changeId;
  }

  private prepare({ kind, name, id, undone, part }: PlannedPart): Promise<PreparedFile> {
    const owner = this.parts.files.find((one) => one.kind === kind && one.name === name);
    if (owner === undefined) throw fault('not_allowed', 'change_is_never_undone', { id: part.changeId });
    return owner.prepare(id, undone, part.detail ?? { file: id });
  }

  private async writeNext(acting: Acting, file: PlannedPart): Promise<void> {
    const prepared = await this.prepare(file);
    const planned = this.parts.recorder.planned(acting, prepared.part);
    await this.parts.database.write(planned.statements);
    await this.write(prepared, planned.partId);
  }

  private async write(prepared: PreparedFile, partId: number): Promise<void> {
    let isMade = false;
    try {
      isMade = await prepared.write();
    } finally {
      await this.parts.database.write(settled(partId, isMade));
    }
    if (!isMade) throw fault('conflict', 'configuration_keeps_changing');
    await prepared.apply();
  }

  private async restoreDocuments(
    parts: readonly PlannedPart[],
    statements: readonly Statement[],
  ): Promise<void> {
    const { documents, restorables } = this.parts;
    const bodies = parts.map(({ name, id, undone }) => ({ collection: name, id, body: undone }));
    for (const { name, id, undone } of parts)
      await restorables.get(name)?.leave?.(id, undone === null ? undefined : JSON.parse(undone));
    let values: readonly RestoredValue[] = [];
    const saved = documents.transact(() => {
      documents.attach(statements);
      const restored = documents.restore(bodies);
      restored.saved.catch(() => {});
      values = restored.values;
      for (const { name, id, undone } of parts) if (undone === null) restorables.get(name)?.release?.(id);
    });
    await saved;
    await this.follow(values);
  }

  /** Owners follow in their order, and in the opposite one where something goes. */
  private async follow(values: readonly RestoredValue[]): Promise<void> {
    const { order } = this.parts;
    for (const owner of [...order].reverse())
      for (const value of values)
        if (value.collection === owner.collection && value.now === undefined) await owner.restored?.(value);
    for (const owner of order)
      for (const value of values)
        if (value.collection === owner.collection && value.now !== undefined) await owner.restored?.(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
