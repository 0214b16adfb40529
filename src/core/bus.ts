import type { Undo } from './clock.ts';
import { isoTime } from './clock.ts';
import type { Context } from './context.ts';
import { fault } from './errors.ts';
import type { EventTypeName } from './event-types.ts';
import type { Log } from './log.ts';
import type { State } from './state.ts';

/** Where an event came from: this server, or a caller that fired it over REST. */
export type Origin = 'LOCAL' | 'REMOTE';

/**
 * The payload of `state_changed` [§6]. `old_state` is null for a new entity, `new_state` for a removed one.
 */
export interface StateChange {
  readonly entity_id: string;
  readonly old_state: State | null;
  readonly new_state: State | null;
}

/** The longest name of an event type. */
export const MAX_EVENT_TYPE_LENGTH = 64;

/** An event. Its JSON [§6] is built once, on demand. */
export class HubEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  readonly firedAt: number;
  readonly context: Context;
  /** Only set for `state_changed`, so that listeners need not parse `data`. */
  readonly change: StateChange | null;
  private json: string | undefined;

  constructor(type: string, fields: Omit<HubEvent, 'type' | 'toJsonText' | 'toJSON' | 'json'>) {
    this.type = type;
    this.data = fields.data;
    this.origin = fields.origin;
    this.firedAt = fields.firedAt;
    this.context = fields.context;
    this.change = fields.change;
  }

  /** The event object as JSON text, as sent to clients. */
  toJsonText(): string {
    this.json ??= this.makeJson();
    return this.json;
  }

  toJSON(): unknown {
    return JSON.parse(this.toJsonText());
  }

  private makeJson(): string {
    const data =
      this.change === null
        ? JSON.stringify(this.data)
        : `{"entity_id":"${this.change.entity_id}","old_state":${this.change.old_state?.toJsonText() ?? 'null'},"new_state":${this.change.new_state?.toJsonText() ?? 'null'}}`;
    return `{"event_type":${JSON.stringify(this.type)},"data":${data},"origin":"${this.origin}","time_fired":"${isoTime(this.firedAt)}","context":${JSON.stringify(this.context)}}`;
  }
}

export type EventListener = (event: HubEvent) => void;

/**
 * One subscription. `isOpen` becomes false at once, so that a listener removed during dispatch is not called
 * anymore.
 */
interface ListenerEntry {
  readonly listener: EventListener;
  isOpen: boolean;
}

/**
 * Events that `onAll` does not deliver: the first fires on every write, the second at the very end of a
 * shutdown.
 */
const NOT_FOR_ALL: ReadonlySet<string> = new Set(['state_reported', 'homeassistant_close']);

/**
 * Dispatches events synchronously, in order of subscription. Errors of a listener are logged and do not
 * affect the others.
 */
export class Bus {
  private readonly log: Log;
  private readonly listeners = new Map<string, readonly ListenerEntry[]>();
  private forAll: readonly ListenerEntry[] = [];
  private isDispatching = false;
  private pending: HubEvent[] = [];
  private afterTasks: (() => void)[] = [];
  private isRunningTasks = false;
  private collected: (() => void)[] | undefined;

  constructor(log: Log) {
    this.log = log;
  }

  /** Listens to one type. */
  on(type: string, listener: EventListener): Undo {
    const entry: ListenerEntry = { listener, isOpen: true };
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), entry]);
    return () => {
      entry.isOpen = false;
      const left = (this.listeners.get(type) ?? []).filter((one) => one !== entry);
      if (left.length === 0) this.listeners.delete(type);
      else this.listeners.set(type, left);
    };
  }

  /** Listens to all types but `state_reported` and `homeassistant_close`. */
  onAll(listener: EventListener): Undo {
    const entry: ListenerEntry = { listener, isOpen: true };
    this.forAll = [...this.forAll, entry];
    return () => {
      entry.isOpen = false;
      this.forAll = this.forAll.filter((one) => one !== entry);
    };
  }

  /** Whether there is a listener for events of this type. */
  hasListener(type: string): boolean {
    return this.listeners.has(type) || (this.forAll.length > 0 && !NOT_FOR_ALL.has(type));
  }

  /** The number of listeners by event type; `*` stands for `onAll`. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    if (this.forAll.length > 0) counts.set('*', this.forAll.length);
    for (const [type, listeners] of this.listeners) counts.set(type, listeners.length);
    return counts;
  }

  /** Fires an event of the server other than `state_changed`. */
  fire(type: EventTypeName, data: HubEvent['data'], at: number, context: Context): void {
    this.dispatch(new HubEvent(type, { data, origin: 'LOCAL', firedAt: at, context, change: null }));
  }

  /** Fires an event whose type a caller chose. Throws `invalid_format` for an empty or too long type. */
  fireCustom(
    type: string,
    data: Readonly<Record<string, unknown>>,
    at: number,
    context: Context,
    origin: Origin = 'LOCAL',
  ): void {
    if (type === '' || type.length > MAX_EVENT_TYPE_LENGTH) {
      throw fault('invalid_format', 'invalid_event_type_length', {
        type: JSON.stringify(type.slice(0, 80)),
        max: MAX_EVENT_TYPE_LENGTH,
      });
    }
    this.dispatch(new HubEvent(type, { data, origin, firedAt: at, context, change: null }));
  }

  /**
   * Delivers an event to its listeners. Events fired by a listener are queued until all listeners have
   * received the current one, so causes come before effects.
   */
  dispatch(event: HubEvent): void {
    if (this.isDispatching) {
      this.pending.push(event);
      return;
    }
    this.isDispatching = true;
    try {
      this.deliver(event);
      for (let i = 0; i < this.pending.length; i += 1) this.deliver(this.pending[i] as HubEvent);
    } finally {
      this.isDispatching = false;
      if (this.pending.length > 0) this.pending = [];
    }
    if (this.afterTasks.length > 0 && this.collected === undefined) this.runAfterTasks();
  }

  /**
   * Runs a task after the current event, and all events it caused, have been delivered; immediately when no
   * event is being dispatched.
   */
  afterwards(task: () => void): void {
    if (this.collected !== undefined) this.collected.push(task);
    else if (this.isDispatching || this.isRunningTasks) this.afterTasks.push(task);
    else task();
  }

  /**
   * Runs `stretch` and collects the tasks that its events schedule into `tasks`; the caller passes them to
   * `afterwards` when it pauses.
   */
  collect<T>(tasks: (() => void)[], stretch: () => T): T {
    const outer = this.collected;
    this.collected = tasks;
    try {
      return stretch();
    } finally {
      this.collected = outer;
    }
  }

  /** Runs `stretch`, then the tasks its events scheduled, also when called within `gather`. */
  atOnce<T>(stretch: () => T): T {
    const tasks: (() => void)[] = [];
    const result = this.collect(tasks, stretch);
    for (const task of tasks) this.run(task);
    return result;
  }

  /** Runs tasks in the order they were scheduled; tasks scheduled meanwhile come last. */
  private runAfterTasks(): void {
    if (this.isRunningTasks) return;
    this.isRunningTasks = true;
    for (let i = 0; i < this.afterTasks.length; i += 1) this.run(this.afterTasks[i] as () => void);
    this.afterTasks = [];
    this.isRunningTasks = false;
  }

  private run(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.log.error('A task scheduled after an event failed', { error });
    }
  }

  private deliver(event: HubEvent): void {
    const own = this.listeners.get(event.type);
    if (own !== undefined) this.notify(own, event);
    if (this.forAll.length > 0 && !NOT_FOR_ALL.has(event.type)) this.notify(this.forAll, event);
  }

  private notify(listeners: readonly ListenerEntry[], event: HubEvent): void {
    for (let i = 0; i < listeners.length; i += 1) {
      const listener = listeners[i] as ListenerEntry;
      if (listener.isOpen) this.call(listener.listener, event);
    }
  }

  private call(listener: EventListener, event: HubEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.log.error(`A listener for the event ${event.type} failed`, { error });
    }
  }
}
