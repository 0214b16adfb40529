import type { StateChange } from '../../core/bus.ts';
import type { Cause } from '../../core/cause-notes.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { RecentOrigins } from '../recent-origins.ts';
import { eventOf } from './cause-event.ts';
import type { EntryWriter } from './entry-writer.ts';
import type { LoggedEvent } from './logged-event.ts';
import { inOrder, Origins } from './origins.ts';
import { extraOf, type StateRow } from './state-row.ts';

/** How long entries are collected after the first one, as in Home Assistant. */
const COALESCE_MS = 350;
/** The most entries that may wait to be sent; held ones beyond it are read from the history later. */
const MAX_ROWS = 2048;

/** The dependencies of `LiveEntries`. */
export interface LiveEntriesParts {
  readonly clock: Clock;
  readonly recent: RecentOrigins;
  readonly writer: EntryWriter;
  /** Entries from one time (inclusive) to another (exclusive) are live. */
  readonly since: number;
  readonly before: number;
  readonly isSelected: (change: StateChange) => boolean;
  /** Whether the caller may read an entity now; it may have moved since it changed. */
  readonly isVisible: (entityId: string) => boolean;
  readonly isEntry: (event: LoggedEvent) => boolean;
  readonly send: (entries: readonly string[]) => void;
}

/**
 * A period whose entries are to be read from the history: from one time (inclusive) to another (exclusive).
 */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * The entries of one subscription as they happen, collected for a moment and sent together. While they are held, as at
 * first, they wait; those that are too many become a gap, so that nothing is lost and memory stays small.
 */
export class LiveEntries {
  private readonly parts: LiveEntriesParts;
  private states: StateRow[] = [];
  private events: LoggedEvent[] = [];
  private isHeld = true;
  private since: number;
  private gapFrom: number | null;
  private cancelTimer: Undo | undefined;

  /** `knownUntil` is the time before which the caller reads the entries from the history. */
  constructor(parts: LiveEntriesParts, knownUntil: number) {
    this.parts = parts;
    this.since = parts.since;
    this.gapFrom = knownUntil;
  }

  /** Takes a change that may be an entry. */
  onChange(change: StateChange): void {
    const { old_state: before, new_state: after } = change;
    if (before === null || after === null || before.state === after.state) return;
    if (!this.isLive(after.last_updated) || !this.parts.isSelected(change)) return;
    const { icon, event_type } = after.attributes;
    this.states.push({
      ...{ at: after.last_updated, entityId: after.entity_id, state: after.state, context: after.context },
      extra: extraOf(after.entity_id, JSON.stringify({ icon, event_type })),
    });
    this.arm();
  }

  /** Takes a cause that may be an entry. */
  onCause(cause: Cause): void {
    const event = eventOf(cause);
    if (event === undefined || !this.isLive(event.at) || !this.parts.isEntry(event)) return;
    this.events.push(event);
    this.arm();
  }

  /** The period to read from the history before `release`; it is handed out once. */
  takeGap(): Gap | null {
    const { gapFrom: from, since: to } = this;
    this.gapFrom = null;
    return from === null ? null : { from, to };
  }

  /** Holds entries back from now on. */
  hold(): void {
    this.isHeld = true;
  }

  /** Sends held entries and all that follow. */
  release(): void {
    this.isHeld = false;
    this.flush();
  }

  /** Drops what was not sent. */
  stop(): void {
    this.cancelTimer?.();
    this.states = [];
    this.events = [];
  }

  private isLive(at: number): boolean {
    return at >= this.since && at < this.parts.before;
  }

  private arm(): void {
    if (this.states.length + this.events.length >= MAX_ROWS) {
      if (this.isHeld) this.drop();
      else this.flush();
    } else if (!this.isHeld)
      this.cancelTimer ??= this.parts.clock.after(COALESCE_MS, () => {
        this.cancelTimer = undefined;
        if (!this.isHeld) this.flush();
      });
  }

  private drop(): void {
    const times = [...this.states, ...this.events].map(({ at }) => at);
    this.gapFrom ??= Math.min(...times);
    this.since = Math.max(...times) + 1;
    this.states = [];
    this.events = [];
  }

  private flush(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const { isVisible, isEntry } = this.parts;
    const states = this.states.filter(({ entityId }) => isVisible(entityId));
    const events = this.events.filter(isEntry);
    this.states = [];
    this.events = [];
    const origins = new Origins(this.beginnings(states, events), states);
    const texts = inOrder(states, events, origins).flatMap(
      (row) => this.parts.writer.entry(row, origins) ?? [],
    );
    if (texts.length > 0) this.parts.send(texts);
  }

  /** The origins of the contexts of rows, which may be long ago, and the events among the rows. */
  private beginnings(states: readonly StateRow[], events: readonly LoggedEvent[]): LoggedEvent[] {
    const first = new Map<string, LoggedEvent>();
    for (const { context } of [...states, ...events])
      for (const id of [context?.id, context?.parent_id]) {
        const cause = id == null || first.has(id) ? undefined : this.parts.recent.of(id);
        const event = cause && eventOf(cause);
        if (event !== undefined) first.set(event.context.id, event);
      }
    return [...first.values(), ...events].sort((a, b) => a.id - b.id);
  }
}
