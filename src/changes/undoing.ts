import { type Acting, type Actor, actAs } from '../core/acting.ts';
import { fault, withCode } from '../core/errors.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { type ChangeRecorder, type FilePart, settled } from '../storage/changes/change-recorder.ts';
import type { PreparedFile } from '../storage/changes/recorded-files.ts';
import type { Database } from '../storage/database.ts';
import type { Documents, RestoredValue } from '../storage/documents.ts';
import type { Statement } from '../storage/sqlite.ts';
import type { Change, ChangePart } from './change-log.ts';
import { type Plan, planUndo } from './plan.ts';
import type { PlannedPart, PlanParts } from './planned-part.ts';
import { planPut, type WantedPart } from './putting.ts';
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
  /** Whether there is no server: the next start reads what was put back. */
  readonly isOffline: boolean;
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
    const all = await Promise.all(
      changes.map(async (change) => ({ change, parts: await log.parts(change.id) })),
    );
    // A change whose parts all became what they were has nothing to undo.
    return all.filter(({ parts }) => parts.length > 0);
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

  /** What putting documents and items back from elsewhere would do. */
  planPut(wanted: readonly WantedPart[]): Promise<PlannedPart[]> {
    return planPut(this.parts, wanted);
  }

  /** Puts back documents and items as one change and returns its ID; undefined if all is as it was. Throws `conflict`. */
  put(wanted: readonly WantedPart[], by: Actor, act: string): Promise<number | undefined> {
    const work = async (): Promise<number | undefined> => {
      const parts = await this.planPut(wanted);
      const refused = parts.find(({ conflict }) => conflict?.refusal !== undefined)?.conflict?.refusal;
      if (refused !== undefined) throw withCode('conflict', refused);
      return this.write(parts, { userId: by.userId, tokenId: by.tokenId, act });
    };
    return this.queue.run(() => this.parts.exclusively(work));
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
    const undoes = first !== undefined && more.length === 0 ? { undoes: first.id } : {};
    return this.write(plan.parts, { userId: by.userId, tokenId: by.tokenId, act: UNDO, acts, ...undoes });
  }

  /** Writes the parts of a plan as one change and returns its ID; undefined if nothing differs. */
  private async write(planned: readonly PlannedPart[], by: Acting): Promise<number | undefined> {
    const acting: Acting = { ...by, restores: true };
    const parts = planned.filter(({ now, undone }) => now !== undone);
    const files = parts.filter(({ kind }) => kind !== 'document');
    await actAs(acting, async () => {
      const [first] = files;
      const prepared = first === undefined ? undefined : await this.prepare(first);
      // All files are planned with the documents: what a crash interrupts, the next start completes.
      const planned = files.map((file) => {
        const part = file === first && prepared !== undefined ? prepared.part : waitingPart(file);
        return this.parts.recorder.planned(acting, part);
      });
      await this.restoreDocuments(
        parts.filter(({ kind }) => kind === 'document'),
        planned.flatMap(({ statements }) => statements),
      );
      await this.restoreFiles(
        files.map((file, index) => ({ file, partId: planned[index]?.partId ?? 0 })),
        prepared,
      );
    });
    return acting.changeId;
  }

  /**
   * Completes an undo that a crash interrupted: its documents have been put back already. To be called before the files
   * are loaded.
   */
  async resume(): Promise<void> {
    const waiting = await this.parts.log.waiting();
    for (const { partId, part } of waiting) {
      const { kind, name, id, before, after } = part;
      const owner = this.parts.files.find((one) => one.kind === kind && one.name === name);
      const isAsBefore = owner !== undefined && (await owner.textOf(id)) === before;
      const file = { kind, name, id, undone: after, part };
      const prepared = isAsBefore ? await this.prepare(file).catch(() => undefined) : undefined;
      if (prepared === undefined) await this.parts.database.write(settled(partId, false));
      else await this.writeFile(prepared, partId);
    }
  }

  private async restoreFiles(
    files: readonly { readonly file: PlannedPart; readonly partId: number }[],
    first: PreparedFile | undefined,
  ): Promise<void> {
    const left = new Set(files.map(({ partId }) => partId));
    try {
      let prepared = first;
      for (const { file, partId } of files) {
        prepared ??= await this.prepareAgain(file, partId);
        for (let attempt = 1; !(await this.writeFile(prepared, partId)); attempt += 1) {
          if (attempt === ATTEMPTS) throw fault('conflict', 'configuration_keeps_changing');
          prepared = await this.prepareAgain(file, partId);
        }
        left.delete(partId);
        if (!this.parts.isOffline) await prepared.apply();
        prepared = undefined;
      }
    } finally {
      if (left.size > 0)
        await this.parts.database.write([...left].flatMap((partId) => settled(partId, false)));
    }
  }

  private prepare({
    kind,
    name,
    id,
    undone,
    part,
  }: Pick<PlannedPart, 'kind' | 'name' | 'id' | 'undone' | 'part'>): Promise<PreparedFile> {
    const owner = this.parts.files.find((one) => one.kind === kind && one.name === name);
    if (owner === undefined) throw fault('not_allowed', 'change_is_never_undone', { id: part.changeId });
    return owner.prepare(id, undone, part.detail ?? { file: id });
  }

  /** Prepares a file whose part has been planned, since others were written before it. */
  private async prepareAgain(file: PlannedPart, partId: number): Promise<PreparedFile> {
    const prepared = await this.prepare(file);
    await this.parts.database.write([this.parts.recorder.replanned(partId, prepared.part)]);
    return prepared;
  }

  /** Writes a file whose part is planned; false if it has changed meanwhile. */
  private async writeFile(prepared: PreparedFile, partId: number): Promise<boolean> {
    if (!(await prepared.write())) return false;
    await this.parts.database.write(settled(partId, true));
    await prepared.noted?.();
    return true;
  }

  private async restoreDocuments(
    parts: readonly PlannedPart[],
    statements: readonly Statement[],
  ): Promise<void> {
    const { documents, restorables } = this.parts;
    const bodies = parts.map(({ name, id, undone }) => ({ collection: name, id, body: undone }));
    for (const { name, id, undone } of this.parts.isOffline ? [] : parts)
      await restorables.get(name)?.leave?.(id, undone === null ? undefined : JSON.parse(undone));
    let values: readonly RestoredValue[] = [];
    const saved = documents.transact(() => {
      documents.attach(statements);
      const restored = documents.restore(bodies);
      restored.saved.catch(() => {});
      values = restored.values;
    });
    await saved;
    if (!this.parts.isOffline) await this.follow(values);
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

/** What is recorded of a file that waits for others to be put back. */
function waitingPart({ kind, name, id, now, undone, part }: PlannedPart): FilePart {
  const detail = JSON.stringify({ file: part.detail?.file ?? id, form: part.detail?.form });
  return { kind: kind === 'item' ? 'item' : 'file', name, id, before: now, after: undone, detail };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
