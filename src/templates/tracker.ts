import type { Bus, StateChange } from '../core/bus.ts';
import type { Clock, Undo } from '../core/clock.ts';
import { domainOf } from '../core/entity-id.ts';
import { Reads } from './reads.ts';

/** The shortest intervals between renders that read a whole domain or the whole home, in milliseconds. */
const DOMAIN_LIMIT = 1000;
const ALL_LIMIT = 60_000;
const MINUTE = 60_000;

/** A render that is repeated when what it read changes. */
export interface Follower {
  /**
   * Renders; only the first call may throw. Returns what was read, and whether the render failed, so that its
   * further reads are unknown. `cause` is the change that led to it, the first of several that were delayed;
   * undefined at first and for time.
   */
  refresh(cause?: StateChange): Refreshed;
}

interface Refreshed {
  readonly reads: Reads;
  readonly failed: boolean;
  /** It took too long: it is limited like a render that reads the whole home. */
  readonly timedOut?: boolean;
}

interface Entry {
  readonly follower: Follower;
  reads: Reads;
  failed: boolean;
  timedOut: boolean;
  last: number;
  pending: Undo | undefined;
  ended: boolean;
}

type Index = Map<string, Set<Entry>>;

/** Tracks the reads of renders, and repeats a render only when they change. */
export class Tracker {
  private readonly bus: Bus;
  private readonly clock: Clock;
  private readonly byEntity: Index = new Map();
  private readonly byDomain: Index = new Map();
  private readonly byCount: Index = new Map();
  private readonly all = new Set<Entry>();
  private readonly allCounted = new Set<Entry>();
  private readonly timed = new Set<Entry>();
  private count = 0;
  private unhear: Undo | undefined;
  private minute: Undo | undefined;

  constructor(bus: Bus, clock: Clock) {
    this.bus = bus;
    this.clock = clock;
  }

  /** Renders now, throwing on failure, and then whenever needed, until undone. */
  follow(follower: Follower): Undo {
    const entry: Entry = {
      follower,
      reads: new Reads(),
      failed: false,
      timedOut: false,
      last: 0,
      pending: undefined,
      ended: false,
    };
    this.count += 1;
    this.unhear ??= this.bus.on('state_changed', ({ change }) => {
      if (change !== null) this.onChange(change);
    });
    try {
      this.refresh(entry);
    } catch (error) {
      this.end(entry);
      throw error;
    }
    return () => this.end(entry);
  }

  private end(entry: Entry): void {
    if (entry.ended) return;
    entry.ended = true;
    entry.pending?.();
    this.move(entry, new Reads(), false);
    this.count -= 1;
    if (this.count > 0) return;
    this.unhear?.();
    this.unhear = undefined;
  }

  private onChange(change: StateChange): void {
    const { entity_id: id, old_state: before, new_state: after } = change;
    const domain = domainOf(id);
    const named = this.byEntity.get(id);
    if (named !== undefined)
      for (const entry of [...named]) {
        if (entry.timedOut) this.refreshLater(entry, change);
        else this.refresh(entry, change);
      }
    for (const entry of [...(this.byDomain.get(domain) ?? []), ...this.all]) {
      if (named?.has(entry) !== true) this.refreshLater(entry, change);
    }
    if (before !== null && after !== null) return;
    for (const entry of [...(this.byCount.get(domain) ?? []), ...this.allCounted]) {
      if (named?.has(entry) !== true) this.refreshLater(entry, change);
    }
  }

  /** Now, or as soon as the rate limit of its reads allows. */
  private refreshLater(entry: Entry, cause: StateChange): void {
    if (entry.pending !== undefined || entry.ended) return;
    const limit = entry.reads.all || entry.failed ? ALL_LIMIT : DOMAIN_LIMIT;
    const wait = entry.last + limit - this.clock.now();
    if (wait <= 0) this.refresh(entry, cause);
    else entry.pending = this.clock.after(wait, () => this.refresh(entry, cause));
  }

  private refresh(entry: Entry, cause?: StateChange): void {
    if (entry.ended) return;
    entry.pending?.();
    entry.pending = undefined;
    entry.last = this.clock.now();
    const { reads, failed, timedOut = false } = entry.follower.refresh(cause);
    entry.timedOut = timedOut;
    if (!entry.ended) this.move(entry, reads, failed);
  }

  /** Indexes the entry by its current reads. */
  private move(entry: Entry, reads: Reads, failed: boolean): void {
    const old = entry.reads;
    file(this.byEntity, entry, lowered(old.entities), lowered(reads.entities));
    file(this.byDomain, entry, old.domains, reads.domains);
    file(this.byCount, entry, old.counted, reads.counted);
    put(this.all, entry, reads.all || failed);
    put(this.allCounted, entry, reads.allCounted);
    put(this.timed, entry, reads.time);
    entry.reads = reads;
    entry.failed = failed;
    if (this.timed.size > 0) this.minute ??= this.waitForMinute();
    else {
      this.minute?.();
      this.minute = undefined;
    }
  }

  /** Timers may fire a little early, when a render would still show the previous minute. */
  private waitForMinute(due = (Math.floor(this.clock.now() / MINUTE) + 1) * MINUTE): Undo {
    return this.clock.after(due - this.clock.now(), () => {
      if (this.clock.now() < due) {
        this.minute = this.waitForMinute(due);
        return;
      }
      this.minute = this.waitForMinute();
      for (const entry of [...this.timed]) if (!entry.timedOut) this.refresh(entry);
    });
  }
}

/** Templates may write IDs in any case; events have them in lower case. */
function lowered(ids: ReadonlySet<string>): ReadonlySet<string> {
  for (const id of ids) if (id !== id.toLowerCase()) return new Set([...ids].map((one) => one.toLowerCase()));
  return ids;
}

function file(index: Index, entry: Entry, old: ReadonlySet<string>, now: ReadonlySet<string>): void {
  for (const key of old) {
    if (now.has(key)) continue;
    const set = index.get(key);
    set?.delete(entry);
    if (set?.size === 0) index.delete(key);
  }
  for (const key of now) {
    if (old.has(key)) continue;
    index.set(key, (index.get(key) ?? new Set()).add(entry));
  }
}

function put(set: Set<Entry>, entry: Entry, isIn: boolean): void {
  if (isIn) set.add(entry);
  else set.delete(entry);
}
