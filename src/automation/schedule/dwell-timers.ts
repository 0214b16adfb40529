import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { Value } from '../../jinja/values/context.ts';
import { dictGet, isDict } from '../../jinja/values/values.ts';
import { PastState } from '../../templates/state-value.ts';
import { lengthOf, timedeltaOf } from '../config/duration.ts';
import type { Attachment } from '../config/trigger.ts';

/** An occurrence whose dwell time is running. */
export interface Occurrence {
  readonly from: State | null;
  readonly to: State | null;
  readonly context: Context | null;
  /** The dwell time in milliseconds. */
  readonly length: number;
}

interface Running {
  readonly occurrence: Occurrence;
  readonly due: number;
  cancel: Undo;
  /** After a restart, until the entity has reported its state. */
  isUnsure: boolean;
}

interface DwellParts {
  readonly attachment: Pick<Attachment, 'setting' | 'waits'>;
  /** Whether the occurrence still holds. */
  holds(occurrence: Occurrence, state: State | undefined, id: EntityId): boolean;
  /** Called at the end of the dwell time. */
  done(id: EntityId, occurrence: Occurrence): void;
}

/** After a restart, how late a dwell time may end when its entity was silent until then, in milliseconds. */
const LATEST = 15 * 60_000;
/** Attributes may change every second, while `for` may be hours. */
const MAX_CONCURRENT = 10;

/** The dwell times (`for`) of a trigger: one timer per entity, persisted across restarts. */
export class DwellTimers {
  private readonly parts: DwellParts;
  private readonly running = new Map<EntityId, Running>();
  private readonly beside = new Map<EntityId, Set<Undo>>();
  private isStopped = false;

  constructor(parts: DwellParts) {
    this.parts = parts;
  }

  /** Resumes dwell times from before the restart, for the entities the trigger still has. */
  resume(ids: readonly EntityId[]): void {
    const { setting, waits } = this.parts.attachment;
    for (const [id, { due, saved }] of waits.take()) {
      const occurrence = ids.includes(id) ? readSaved(saved) : undefined;
      const state = setting.states.get(id);
      const isHeld = occurrence !== undefined && this.parts.holds(occurrence, state, id);
      if (occurrence !== undefined && (isHeld || isSilent(state))) this.wait(id, occurrence, due, !isHeld);
      else waits.save(id, null);
    }
  }

  /**
   * Starts a timer beside the current one, for a change that does not interrupt the current dwell time: not
   * persisted, and limited to the first few.
   */
  beginBeside(id: EntityId, occurrence: Occurrence): void {
    if (!this.running.has(id)) {
      this.begin(id, occurrence);
      return;
    }
    const timers = this.beside.get(id) ?? new Set();
    if (timers.size >= MAX_CONCURRENT) return;
    this.beside.set(id, timers);
    const undo = this.parts.attachment.setting.clock.after(occurrence.length, () => {
      timers.delete(undo);
      this.parts.done(id, occurrence);
    });
    timers.add(undo);
  }

  /** Starts the timer of an entity, replacing the current one. */
  begin(id: EntityId, occurrence: Occurrence): void {
    const { setting, waits } = this.parts.attachment;
    const due = setting.clock.now() + occurrence.length;
    waits.save(id, { due, saved: toSaved(occurrence, (state) => setting.rendering.stateValue(state)) });
    this.wait(id, occurrence, due, false);
  }

  /**
   * Handles a change of the entity. True for its first report after a restart if the occurrence still holds:
   * that is no new occurrence.
   */
  change(id: EntityId, state: State | null, isSame = false): boolean {
    if (!isSame) this.cancelBeside(id);
    const one = this.running.get(id);
    if (one === undefined) return false;
    if (this.parts.holds(one.occurrence, state ?? undefined, id)) {
      const wasUnsure = one.isUnsure;
      one.isUnsure = false;
      if (wasUnsure && one.due <= this.parts.attachment.setting.clock.now()) this.end(id, one);
      return wasUnsure;
    }
    if (!one.isUnsure || !isSilent(state ?? undefined)) this.cancel(id);
    return false;
  }

  /** Cancels the timer of an entity and deletes the persisted wait. */
  cancel(id: EntityId): void {
    const one = this.running.get(id);
    if (one === undefined) return;
    one.cancel();
    this.running.delete(id);
    this.parts.attachment.waits.save(id, null);
  }

  private cancelBeside(id: EntityId): void {
    for (const undo of this.beside.get(id) ?? []) undo();
    this.beside.delete(id);
  }

  /**
   * Stops the timers without touching the persisted waits: the caller decides whether they continue later.
   */
  stop(): void {
    this.isStopped = true;
    for (const { cancel } of this.running.values()) cancel();
    for (const id of [...this.beside.keys()]) this.cancelBeside(id);
    this.running.clear();
  }

  private wait(id: EntityId, occurrence: Occurrence, due: number, isUnsure: boolean): void {
    this.running.get(id)?.cancel();
    const { clock } = this.parts.attachment.setting;
    const one: Running = { occurrence, due, isUnsure, cancel: () => {} };
    const ring = (): void => {
      if (one.isUnsure) one.cancel = clock.after(due + LATEST - clock.now(), () => this.cancel(id));
      else this.end(id, one);
    };
    one.cancel = clock.after(Math.max(0, due - clock.now()), ring);
    this.running.set(id, one);
  }

  private end(id: EntityId, one: Running): void {
    one.cancel();
    this.running.delete(id);
    this.parts.attachment.waits.over(id, () => {
      if (!this.isStopped) this.parts.done(id, one.occurrence);
    });
  }
}

/** After a start, an entity has not reported its state yet. */
function isSilent(state: State | undefined): boolean {
  return state === undefined || state.state === UNAVAILABLE || state.state === UNKNOWN;
}

function toSaved(
  { from, to, context, length }: Occurrence,
  seen: (state: State | null) => Value,
): Readonly<Record<string, Value>> {
  return { from_state: seen(from), to_state: seen(to), for: timedeltaOf(length), context };
}

function readSaved(saved: Value): Occurrence | undefined {
  if (!isDict(saved)) return undefined;
  const length = lengthOf(dictGet(saved, 'for'));
  if (length === undefined) return undefined;
  const state = (key: string): State | null => {
    const value = dictGet(saved, key);
    return value instanceof PastState ? value.state : null;
  };
  return { from: state('from_state'), to: state('to_state'), context: readContext(saved), length };
}

function readContext(saved: Parameters<typeof dictGet>[0]): Context | null {
  const context = dictGet(saved, 'context');
  if (!isDict(context)) return null;
  const text = (key: string): string | null => {
    const value = dictGet(context, key);
    return typeof value === 'string' ? value : null;
  };
  const id = text('id');
  return id === null ? null : { id, parent_id: text('parent_id'), user_id: text('user_id') };
}
