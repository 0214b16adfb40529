import type {
  ChangesQuery,
  ChangesTarget,
  ShownChange,
  ShownPart,
  ShownPreview,
} from '../api/changes-interface.ts';
import type { Route } from '../api/rest/route.ts';
import type { Command } from '../api/ws/command.ts';
import { type Change, ChangeLog, type ChangePart, keyOf } from '../changes/change-log.ts';
import { itemName, kindOf, nameOf } from '../changes/collections.ts';
import { masked } from '../changes/masked.ts';
import { finalPart, isFinal } from '../changes/plan.ts';
import type { PlannedPart } from '../changes/planned-part.ts';
import type { WantedPart } from '../changes/putting.ts';
import type { Restorable } from '../changes/restorable.ts';
import { UNDO, Undoing, type WholeChange } from '../changes/undoing.ts';
import type { Caller } from '../core/access.ts';
import type { Actor } from '../core/acting.ts';
import { type Clock, every, isoTime, type Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { ChangeRecorder } from '../storage/changes/change-recorder.ts';
import type { Documents } from '../storage/documents.ts';
import { entryOf } from './dependents.ts';
import type { HubChanges } from './hub-changes.ts';
import { type HubParts, restorablesOf } from './restorables.ts';

/** Opens the recorded changes and their undo. */
export function openChanges(
  hub: HubParts,
  given: {
    readonly documents: Documents;
    readonly recorder: ChangeRecorder;
    readonly isOffline: boolean;
  },
): OpenChanges {
  const { recorder } = given;
  const order = restorablesOf(hub);
  const log = new ChangeLog(hub.database, hub.clock, recorder);
  const restorables = new Map(order.map((one) => [one.collection, one]));
  const { configItems, database } = hub;
  const finalActs = new Set<string>();
  const undoing = new Undoing({
    ...{ ...given, finalActs, log, database, order, restorables },
    files: configItems.restorable(),
    dependentsOfItem: (domain, id) => entryOf(hub.home, domain, ITEM_PLATFORMS[domain] ?? domain, id),
    exclusively: (work) => configItems.exclusively(work),
  });
  const userName = (id: string): string | undefined => hub.auth.users.get(id)?.name;
  const part = purgingDaily(log, hub.clock, hub.options.logFile.log.named('changes'));
  return new OpenChanges({ log, undoing, restorables, finalActs, userName, recorder, part });
}

/** Deletes old changes at the start and once a day. */
function purgingDaily(changes: ChangeLog, clock: Clock, log: Log): Part {
  let cancel: Undo = () => {};
  const purge = (): void =>
    void changes.purge().catch((error) => log.error('Old changes could not be deleted', { error }));
  return {
    name: 'recorded changes',
    start: () => {
      purge();
      cancel = every(clock, DAY, purge);
    },
    stop: async () => {
      cancel();
      // An older version, which may be started next, reads only the list.
      await changes.sorted().catch(() => {});
    },
  };
}

interface OpenChangesParts {
  readonly log: ChangeLog;
  readonly undoing: Undoing;
  readonly restorables: ReadonlyMap<string, Restorable>;
  readonly finalActs: Set<string>;
  readonly userName: (id: string) => string | undefined;
  readonly recorder: ChangeRecorder;
  readonly part: Part;
}

/** The platform of the entities of items, where it is not their domain. */
const ITEM_PLATFORMS: Readonly<Record<string, string>> = { scene: 'homeassistant' };
const DAY = 86_400_000;
const DEFAULT_LIMIT = 100;
/** How many changes are read at once, of which a caller may see few. */
const PAGE = 500;

/** The recorded changes for the interface: callers see what they may read, and undo what they may do. */
export class OpenChanges implements HubChanges {
  readonly log: ChangeLog;
  /** Deletes old changes. */
  readonly part: Part;
  private readonly parts: OpenChangesParts;
  private readonly permissions = new Map<string, 'user' | 'admin'>();

  constructor(parts: OpenChangesParts) {
    this.log = parts.log;
    this.part = parts.part;
    this.parts = parts;
  }

  /** Completes what a crash interrupted, before files are loaded. */
  resume(): Promise<void> {
    return this.parts.undoing.resume();
  }

  /** Notes what commands and routes require, and with them their undo, and which of them are never undone. */
  learn(commands: readonly Command[], routes: readonly Route[]): void {
    const note = (act: string, permission: string, kind: 'undoable' | 'final' | undefined): void => {
      this.permissions.set(act, permission === 'admin' ? 'admin' : 'user');
      if (kind === 'final') this.parts.finalActs.add(act);
    };
    for (const { type, permission, changes } of commands) note(type, permission, changes);
    for (const { method, path, permission, changes } of routes)
      note(`${method} ${path}`, permission, changes);
  }

  async list(
    { before, limit = DEFAULT_LIMIT, user_id, subject }: ChangesQuery,
    caller: Caller,
  ): Promise<ShownChange[]> {
    const found: ShownChange[] = [];
    let last = before;
    while (found.length < limit) {
      const page = await this.log.list({ before: last, limit: PAGE, userId: user_id, subject });
      for (const whole of await this.withParts(page)) {
        if (found.length < limit && this.sees(caller, whole)) found.push(this.shown(whole));
      }
      last = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    return found;
  }

  async preview(target: ChangesTarget, caller: Caller): Promise<ShownPreview> {
    const { undoing } = this.parts;
    const changes = await undoing.changes(target);
    for (const whole of changes) this.check(caller, whole);
    const plan = await undoing.plan(changes);
    const final = new Set(plan.final.map(({ id }) => id));
    const all = changes.map((whole) => this.shown(whole));
    return {
      changes: all.filter(({ id }) => !final.has(id)),
      final: all.filter(({ id }) => final.has(id)),
      parts: plan.parts.filter((part) => this.seesPlanned(caller, part)).map((part) => this.shownPart(part)),
    };
  }

  undo(target: ChangesTarget, isForced: boolean, caller: Caller): Promise<number | undefined> {
    return this.parts.undoing.undo(target, {
      ...actorOf(caller),
      force: isForced,
      check: (change, parts) => this.check(caller, { change, parts }),
    });
  }

  async previewPut(wanted: readonly WantedPart[]): Promise<ShownPart[]> {
    return (await this.parts.undoing.planPut(wanted)).map((part) => this.shownPart(part));
  }

  async statesOf(wanted: readonly WantedPart[]): Promise<('missing' | 'changed' | 'same')[]> {
    const planned = await this.parts.undoing.planPut(wanted);
    const states = new Map(
      planned.map(({ now, undone, ...part }) => [
        keyOf(part),
        now === null ? ('missing' as const) : now === undone ? ('same' as const) : ('changed' as const),
      ]),
    );
    return wanted.map((part) => states.get(keyOf(part)) ?? 'missing');
  }

  put(wanted: readonly WantedPart[], caller: Caller, act: string): Promise<number | undefined> {
    return this.parts.undoing.put(wanted, actorOf(caller), act);
  }

  subscribe(caller: Caller, listener: (change: ShownChange) => void): () => void {
    return this.parts.recorder.onChange((changeId) => {
      void this.announce(changeId, caller, listener).catch(() => {});
    });
  }

  private async announce(id: number, caller: Caller, listener: (change: ShownChange) => void): Promise<void> {
    const change = await this.log.get(id);
    if (change === undefined) return;
    const whole = { change, parts: await this.log.parts(id) };
    if (this.sees(caller, whole)) listener(this.shown(whole));
  }

  private async withParts(changes: readonly Change[]): Promise<WholeChange[]> {
    const [newest, oldest] = [changes[0]?.id, changes.at(-1)?.id];
    if (newest === undefined || oldest === undefined) return [];
    return Promise.all(changes.map(async (change) => ({ change, parts: await this.log.parts(change.id) })));
  }

  /** Throws unless the caller may undo a change: as if it did not exist if the caller may not see it. */
  private check(caller: Caller, whole: WholeChange): void {
    if (!this.sees(caller, whole)) throw fault('not_found', 'change_not_found', { id: whole.change.id });
    const { restorables } = this.parts;
    const isGuarded = whole.parts.some(
      ({ name, id }) => restorables.get(name)?.guards?.(id, caller.user.id) === false,
    );
    if (isGuarded) throw fault('unauthorized', 'unauthorized');
  }

  /** Whether the caller has the permission for what was done, and may read what it was done to. */
  private sees(caller: Caller, { change, parts }: WholeChange): boolean {
    const [first] = parts;
    if (first === undefined) return false;
    const needsAdmin = change.acts.some((act) => act !== UNDO && this.permissions.get(act) !== 'user');
    if (needsAdmin && !caller.access.isAdmin) return false;
    if (caller.access.isAdmin || change.userId !== caller.user.id) return this.seesPart(caller, first);
    return parts.every((part) => this.seesPart(caller, part) || this.mayUndoOwn(caller, part));
  }

  private seesPart(caller: Caller, part: Pick<ChangePart, 'kind' | 'name' | 'id'>): boolean {
    const { access, user } = caller;
    const restorable = this.parts.restorables.get(part.name);
    const owner = part.kind === 'document' ? restorable?.userOf?.(part.id) : undefined;
    if (owner !== undefined) return owner === user.id;
    return access.isAdmin && access.mayRead === null;
  }

  private seesPlanned(caller: Caller, part: PlannedPart): boolean {
    return this.seesPart(caller, part) || this.mayUndoOwn(caller, { ...part.part, before: part.undone });
  }

  /** Whether what a caller has changed may be put back without being an administrator. */
  private mayUndoOwn({ access }: Caller, { name, id, before }: ChangePart): boolean {
    return this.parts.restorables.get(name)?.ownedBy?.(access, id, before) === true;
  }

  private shown({ change, parts }: WholeChange): ShownChange {
    const [first] = parts as readonly [ChangePart, ...ChangePart[]];
    const { id, at, userId, act, undoes, undoneBy } = change;
    return {
      id,
      time: isoTime(at),
      user_id: userId,
      user_name: userId === null ? null : (this.parts.userName(userId) ?? null),
      act,
      verb: first.before === null ? 'created' : first.after === null ? 'deleted' : 'changed',
      kind: this.kindOf(first),
      name: this.labelOf(first, first.after ?? first.before),
      subject: { name: first.name, id: first.id },
      parts: parts.length,
      undoes,
      undone_by: undoneBy,
      is_final: isFinal({ change, parts }, this.parts.finalActs, finalPart(this.parts.restorables)),
    };
  }

  private shownPart(part: PlannedPart): ShownPart {
    const { name, id, now, undone, state, conflict, kind } = part;
    const value = (text: string | null): unknown =>
      text === null ? null : masked(kind === 'document' ? JSON.parse(text) : text);
    return {
      ...{ name, id, state },
      kind: this.kindOf(part),
      label: this.labelOf(part, now ?? undone),
      now: value(now),
      undone: value(undone),
      ...(conflict === undefined
        ? {}
        : {
            conflict: {
              fields: [...conflict.fields],
              user_id: conflict.by?.userId ?? null,
              user_name: this.nameOfUser(conflict.by?.userId),
              time: conflict.by === undefined ? null : isoTime(conflict.by.at),
              reason: conflict.refusal?.message ?? null,
            },
          }),
    };
  }

  private nameOfUser(id: string | null | undefined): string | null {
    return id == null ? null : (this.parts.userName(id) ?? null);
  }

  private kindOf({ kind, name }: Pick<ChangePart, 'kind' | 'name'>): string {
    return kind === 'item' || kind === 'file' ? name : (kindOf(name) ?? name);
  }

  private labelOf({ kind, name, id }: Pick<ChangePart, 'kind' | 'name' | 'id'>, text: string | null): string {
    if (kind === 'item' && text !== null) return itemName(text) ?? id;
    if (kind === 'item' || kind === 'file' || text === null) return id;
    const value: unknown = JSON.parse(text);
    return this.parts.restorables.get(name)?.nameOf?.(value, id) ?? nameOf(value, id);
  }
}

/** Who is recorded: nobody for the command line. */
function actorOf({ access: { userId }, tokenId }: Caller): Actor {
  return { userId, tokenId: userId === null ? null : tokenId };
}
