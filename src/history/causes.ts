import type { Bus, HubEvent, StateChange } from '../core/bus.ts';
import type { Cause, CauseNotes } from '../core/cause-notes.ts';
import type { Clock, Undo } from '../core/clock.ts';
import { newContext } from '../core/context.ts';
import { HubError } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { WriteBehind } from '../storage/write-behind.ts';
import type { RecentOrigins } from './recent-origins.ts';

const FLUSH = 1000;
/** Milliseconds until causes are saved again that the disk rejected. */
const RETRY = 5000;
/** How many causes of a burst, such as a reconnecting broker, are all saved. */
const MAX_CONCURRENT = 20_000;
/** The sustained rate: more would not be read by anyone. */
const MAX_PER_SECOND = 1000;
/**
 * So many are sent without waiting for the others of the second: they would survive collections of the young generation.
 * Small, so that questions to the history worker need not wait.
 */
const CAUSES_PER_BATCH = 500;
/** Takes the place of the data of calls that are saved: an origin only says which service was called. */
const SAVED = Object.freeze({});
/** The events that the logbook shows and that no other code records as causes. */
const EVENTS = ['homeassistant_stop', 'logbook_entry', 'ios.zone_entered', 'ios.zone_exited'];

/** A cause whose call may still be missing. */
type Joinable = { -readonly [Key in keyof Cause]: Cause[Key] };

/** Where causes are kept. */
export interface CauseStore {
  add(causes: readonly Cause[]): Promise<void>;
  /** All causes of a context, oldest first. */
  ofContext(context: string): Promise<readonly Cause[]>;
  /** The last recorded change of an entity up to a time, as a cause. */
  changeOf(entityId: string, until: number): Promise<Cause | undefined>;
}

/** The dependencies of `Causes`. */
export interface CausesParts {
  readonly store: CauseStore;
  /** The origins of recent contexts. */
  readonly recent: RecentOrigins;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records why things happened: service calls, runs and their steps, and events that the logbook shows. */
export class Causes implements Part, CauseNotes {
  readonly name = 'causes';
  private readonly parts: CausesParts;
  private readonly queue: WriteBehind<Cause>;
  /** The causes of a batch whose rest the disk rejected. */
  private readonly saved = new Set<Cause>();
  private undos: Undo[] = [];
  private readonly listeners = new Set<(cause: Cause) => void>();
  /** The source of each entity's values, such as an MQTT topic. */
  private readonly sources = new Map<string, string | undefined>();
  private allowance = MAX_CONCURRENT;
  private filledAt = 0;
  private last: Joinable | undefined;

  constructor(parts: CausesParts) {
    this.parts = parts;
    this.queue = new WriteBehind({
      ...{ clock: parts.clock, log: parts.log, subject: 'Causes', delay: FLUSH, retryDelay: RETRY },
      // Causes and samples share a file: if it cannot be written, the recorder logs that for both.
      isSilent: true,
      write: (causes) => this.write([...causes.values()]),
    });
  }

  start(): void {
    const { bus, clock } = this.parts;
    this.undos = [
      bus.on('state_changed', ({ change }) => {
        if (change !== null) this.onChange(change);
      }),
      bus.on('call_service', (event) => this.onCall(event)),
      ...EVENTS.map((type) => bus.on(type, (event) => this.onEvent(event))),
    ];
    // The event was fired before the first part was started.
    const at = clock.now();
    const detail = { type: 'homeassistant_start', data: {} };
    this.note({
      ...{ context: newContext(at).id, parent: null, kind: 'event', subject: detail.type, at, detail },
    });
  }

  async stop(): Promise<void> {
    for (const undo of this.undos.splice(0)) undo();
    await this.queue.close();
  }

  note(cause: Joinable): void {
    this.parts.recent.add(cause);
    this.last = cause;
    this.add(cause);
    for (const listener of this.listeners) listener(cause);
  }

  /** Calls a listener for each cause that is recorded from now on. */
  onNote(listener: (cause: Cause) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns all causes recorded for a context, oldest first. */
  async of(context: string): Promise<readonly Cause[]> {
    await this.flush();
    return this.parts.store.ofContext(context);
  }

  /** Returns the last change of an entity up to a time. */
  async changeOf(entityId: string, until: number): Promise<Cause | undefined> {
    await this.flush();
    return this.parts.store.changeOf(entityId, until);
  }

  /** Writes the queued causes; settles when they are written or have failed. */
  flush(): Promise<void> {
    return this.queue.flush();
  }

  /** Records where the values of an entity come from, whenever that changes. */
  private onChange({ old_state: before, new_state: after }: StateChange): void {
    if (after === null || after.state === before?.state) return;
    const { entity_id: id, source } = after;
    if (source === this.sources.get(id)) return;
    this.sources.set(id, source);
    const detail = { source: source ?? null };
    this.add({ context: '', parent: null, kind: 'source', subject: id, at: after.last_changed, detail });
  }

  /**
   * A call joins the cause that announced it: that of the user, or of the step of a run. The same object is queued and
   * known as an origin.
   */
  private onCall({ data, context, firedAt }: HubEvent): void {
    const action = `${data.domain}.${data.service}`;
    const { last } = this;
    const called = last?.kind === 'step' ? last.subject : last?.detail.action;
    const given = { data: data.service_data, ...userOf(context.user_id) };
    if (last?.context === context.id && called === action && last.detail.data === undefined) {
      last.parent = context.parent_id;
      Object.assign(last.detail, given);
      return;
    }
    const { id, parent_id: parent } = context;
    this.note({ context: id, parent, kind: 'call', subject: action, at: firedAt, detail: given });
  }

  private onEvent({ type, data, context, firedAt: at }: HubEvent): void {
    const { id, parent_id: parent, user_id: user } = context;
    const subject = typeof data.entity_id === 'string' ? data.entity_id : type;
    const detail = { type, data, ...userOf(user) };
    this.note({ context: id, parent, kind: 'event', subject, at, detail });
  }

  private add(cause: Cause): void {
    if (this.queue.size === 0) this.fill();
    if (this.queue.size >= this.allowance) return;
    this.queue.add(cause);
    // Never rejects: what the disk refuses is queued again.
    if (this.queue.size === CAUSES_PER_BATCH) void this.flush();
  }

  private async write(pending: readonly Cause[]): Promise<void> {
    const { saved } = this;
    const open = pending.filter((cause) => !saved.has(cause));
    this.allowance -= open.length;
    for (let from = 0; from < open.length; from += CAUSES_PER_BATCH) {
      const batch = open.slice(from, from + CAUSES_PER_BATCH);
      try {
        await this.parts.store.add(batch);
      } catch (error) {
        if (error instanceof HubError) {
          this.allowance += open.length - from;
          throw error;
        }
        // The batch itself is the reason, and would be rejected again.
        this.parts.log.error('Causes cannot be saved', { error });
      }
      for (const cause of batch) {
        saved.add(cause);
        forgetData(cause);
      }
    }
    saved.clear();
  }

  private fill(): void {
    const now = this.parts.clock.now();
    const filled = this.allowance + ((now - this.filledAt) / 1000) * MAX_PER_SECOND;
    this.filledAt = now;
    this.allowance = Math.min(filled, MAX_CONCURRENT);
  }
}

/** Origins of calls are known for long, their data need not be. */
function forgetData({ kind, detail }: Cause): void {
  const own: Record<string, unknown> = detail;
  if ((kind === 'user' || kind === 'call') && own.data !== undefined) own.data = SAVED;
}

function userOf(userId: string | null): { readonly user_id?: string } {
  return userId === null ? {} : { user_id: userId };
}
