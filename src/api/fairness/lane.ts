import type { Undo } from '../../core/clock.ts';
import type { BudgetOwner } from '../../core/cpu-budget.ts';
import { fault } from '../../core/errors.ts';
import type { Limits } from './caller-limits.ts';

/** A source of queued work of one caller: a WebSocket, or the caller's HTTP requests. */
export interface WorkSource {
  /** Runs the next piece of work. Returns whether there is more that can run now. */
  runNext(): boolean;
}

/** Callers that share a total: administrators, other users, or callers without a token. */
export class LaneGroup {
  readonly limits: Limits;
  readonly lanes = new Map<string, Lane>();
  /** Lanes with queued work, in round-robin order. */
  readonly waiting = new Set<Lane>();
  /** Milliseconds used in this tick. */
  used = 0;
  /** Asynchronous work that was started in this tick and has not settled. */
  unsettled = 0;
  /** Bytes read from WebSockets in this tick. */
  readBytes = 0;
  connections = 0;
  waitingRequests = 0;
  heldBytes = 0;
  private turn = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Resets the counters in a new tick. */
  enter(turn: number): void {
    if (this.turn === turn) return;
    this.turn = turn;
    this.used = 0;
    this.unsettled = 0;
    this.readBytes = 0;
  }
}

/** The running and queued work of one caller, over all its connections and tokens. */
export class Lane {
  readonly owner: BudgetOwner;
  readonly group: LaneGroup;
  /** Sources with queued work, in round-robin order. */
  readonly sources = new Set<WorkSource>();
  /** The milliseconds the caller may use in this tick, and those it has used. */
  slice: number;
  used = 0;
  /** Whether the caller clearly exceeded its slice in the last tick it was active in. */
  hasOverrun = false;
  /** The part of `used` that is already charged to the caller's CPU budget. */
  billed = 0;
  unsettled = 0;
  /** The tick these counters are for, and when time was last used in it. */
  turn = 0;
  usedUntil = 0;
  /** The time until which the caller rests; 0 if it does not. */
  restUntil = 0;
  waitingRequests = 0;
  private connections = 0;
  private subscriptions = 0;
  private inFlight = 0;
  private heldBytes = 0;

  constructor(owner: BudgetOwner, group: LaneGroup) {
    this.owner = owner;
    this.group = group;
    this.slice = group.limits.sliceMs;
  }

  /** Whether the lane has nothing that a new lane would not have. */
  get isIdle(): boolean {
    const held = this.connections + this.subscriptions + this.inFlight + this.heldBytes;
    return held + this.waitingRequests + this.sources.size === 0;
  }

  /** Counts a WebSocket or an endless response until undone; null if there are too many. */
  openConnection(): Undo | null {
    const { group } = this;
    const { connections, totalConnections } = group.limits;
    if (this.connections >= connections || group.connections >= totalConnections) return null;
    this.connections += 1;
    group.connections += 1;
    return once(() => {
      this.connections -= 1;
      group.connections -= 1;
    });
  }

  /** Counts a subscription until undone. Throws `home_assistant_error` if there are too many. */
  addSubscription(): Undo {
    const { subscriptions } = this.group.limits;
    if (this.subscriptions >= subscriptions)
      throw fault('home_assistant_error', 'too_many_subscriptions', { subscriptions });
    this.subscriptions += 1;
    return once(() => {
      this.subscriptions -= 1;
    });
  }

  /** Throws `too_many_requests` if too many requests of the caller are unanswered. */
  checkInFlight(): void {
    const { inFlight } = this.group.limits;
    if (this.inFlight >= inFlight)
      throw fault('too_many_requests', 'too_many_unanswered_requests', { in_flight: inFlight });
  }

  /** Counts asynchronous work; `settle` ends it. */
  start(): void {
    this.inFlight += 1;
    this.unsettled += 1;
    this.group.unsettled += 1;
  }

  /** Ends what `start` counted. */
  settle(): void {
    this.inFlight -= 1;
    if (this.unsettled === 0) return; // started in an earlier tick
    this.unsettled -= 1;
    this.group.unsettled -= 1;
  }

  /** Counts buffered bytes; returns false and counts nothing if there would be too many. */
  hold(bytes: number): boolean {
    const { group } = this;
    if (this.heldBytes + bytes > group.limits.heldBytes) return false;
    if (group.heldBytes + bytes > group.limits.totalHeldBytes) return false;
    this.heldBytes += bytes;
    group.heldBytes += bytes;
    return true;
  }

  /** Releases what `hold` counted. */
  release(bytes: number): void {
    this.heldBytes -= bytes;
    this.group.heldBytes -= bytes;
  }
}

function once(undo: Undo): Undo {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    undo();
  };
}
