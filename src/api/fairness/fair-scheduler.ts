import type { Access } from '../../core/access.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { CpuBudget } from '../../core/cpu-budget.ts';
import type { TurnEnd } from '../turn-end.ts';
import { type CallerGroup, LIMITS } from './caller-limits.ts';
import { Lane, LaneGroup, type WorkSource } from './lane.ts';

/** The time slice, in milliseconds, after which the next caller runs. */
const QUANTUM_MS = 1;
/** The cost of asynchronous work is unknown until it settles, so the number started per tick is limited. */
const MAX_UNSETTLED = 32;
/** The slice of a caller over budget, and the factor by which it rests for time used beyond the slice. */
const REDUCED_SLICE_MS = 4;
const REST_FACTOR = 4;
const MAX_PAUSE_MS = 2000;
/**
 * The slice while connections arrive, and for how many ticks after each of them: the event loop accepts one
 * connection each time round, so that two hundred would wait for two hundred full slices.
 */
const ACCEPTING_SLICE_MS = 2;
const ACCEPTING_TICKS = 4;
/** Beyond this many lanes, idle ones are dropped. */
const MAX_IDLE_LANES = 1000;

/**
 * Shares the event loop between callers. Each caller has one lane for all its connections and tokens. Each
 * lane, and each group of lanes as a whole, has a time slice per event loop tick. Work starts immediately if
 * nothing of its group is waiting and its caller has time left in this tick. Otherwise it is queued and runs
 * at the end of a tick, after the answers are sent, in round-robin order of callers and of each caller's
 * connections.
 */
export class FairScheduler {
  private readonly clock: Clock;
  private readonly turnEnd: TurnEnd;
  private readonly budget: CpuBudget;
  private readonly groups: Readonly<Record<CallerGroup, LaneGroup>> = {
    admin: new LaneGroup(LIMITS.admin),
    user: new LaneGroup(LIMITS.user),
    public: new LaneGroup(LIMITS.public),
  };
  private readonly all = Object.values(this.groups);
  private isTicking = false;
  /** When the timer that wakes resting lanes fires. */
  private wakesAt = Number.POSITIVE_INFINITY;
  private cancelWake: Undo = () => {};
  private chargedBefore = 0;
  /** The time up to which the tick `chargedTurn` has been charged. */
  private chargedUntil = 0;
  private chargedTurn = -1;
  /** Until which tick more connections are probably waiting. */
  private acceptingUntil = -1;

  constructor(parts: { readonly clock: Clock; readonly turnEnd: TurnEnd; readonly budget: CpuBudget }) {
    this.clock = parts.clock;
    this.turnEnd = parts.turnEnd;
    this.budget = parts.budget;
  }

  /** The lane of a caller. Callers without a user are identified by address. */
  laneOf(access: Access | undefined, peer: string): Lane {
    if (access === undefined || access.userId === null)
      return this.lane(this.groups.public, peer, { userId: null, isAdmin: false });
    return this.lane(access.isAdmin ? this.groups.admin : this.groups.user, access.userId, access);
  }

  /**
   * Whether work of the lane may start now: it has time left and did not overrun its slice, and no lane that
   * did not overrun either is waiting in its group.
   */
  mayStart(lane: Lane): boolean {
    this.enterTurn(lane);
    if (lane.hasOverrun) return false;
    for (const other of lane.group.waiting) if (!other.hasOverrun) return false;
    return this.hasTime(lane);
  }

  /** Starts measuring work; pass the result to `end`. */
  begin(): number {
    this.chargedBefore = this.budget.alreadyCharged;
    return this.clock.now();
  }

  /** Charges the lane for the time since `begin`. */
  end(lane: Lane, startedAt: number): void {
    const now = this.clock.now();
    const elsewhere = this.budget.alreadyCharged - this.chargedBefore;
    this.charge(lane, startedAt, now);
    if (elsewhere > 0) lane.billed += elsewhere;
  }

  /** Notes that work of the lane continues asynchronously; `settled` ends it. */
  started(lane: Lane): void {
    this.enterTurn(lane);
    lane.start();
  }

  /** Ends what `started` counted, and charges the lane's time since the last charge of this tick. */
  settled(lane: Lane): void {
    this.enterTurn(lane);
    lane.settle();
    if (this.chargedTurn === this.turnEnd.turn) this.charge(lane, this.chargedUntil, this.clock.now());
  }

  /** Counts bytes read from a socket of the lane; false if the socket should pause until the next tick. */
  countRead({ group }: Lane, bytes: number): boolean {
    group.enter(this.turnEnd.turn);
    group.readBytes += bytes;
    this.tick();
    return group.readBytes <= group.limits.totalReadBytes;
  }

  /** Notes that a connection was accepted, after which more may be waiting. */
  accepted(): void {
    this.acceptingUntil = this.turnEnd.turn + ACCEPTING_TICKS;
    // Ticks are only counted while something is scheduled at their ends.
    this.tick();
  }

  /** Whether the caller or its group has used up its slice of this tick. */
  hasUsedSlice(lane: Lane): boolean {
    this.enterTurn(lane);
    return lane.used >= this.sliceOf(lane.slice) || this.hasUsedGroup(lane.group);
  }

  /** Runs the task in the next tick. */
  nextTick(task: () => void): void {
    this.clock.soon(task);
  }

  /** Runs work of the source as long as it may start now; the rest is queued. */
  offer(lane: Lane, source: WorkSource): void {
    if (lane.sources.has(source)) return;
    while (this.mayStart(lane)) if (!this.runOne(lane, source)) return;
    this.wait(lane, source);
  }

  /** Queues the source. */
  wait(lane: Lane, source: WorkSource): void {
    lane.sources.add(source);
    lane.group.waiting.add(lane);
    this.tick();
  }

  /** Removes a source that has ended. */
  remove(lane: Lane, source: WorkSource): void {
    lane.sources.delete(source);
    if (lane.sources.size === 0) lane.group.waiting.delete(lane);
  }

  private lane(group: LaneGroup, key: string, owner: Lane['owner']): Lane {
    const known = group.lanes.get(key);
    if (known !== undefined) return known;
    if (group.lanes.size >= MAX_IDLE_LANES)
      for (const [other, lane] of group.lanes) if (lane.isIdle) group.lanes.delete(other);
    const lane = new Lane({ userId: owner.userId, isAdmin: owner.isAdmin }, group);
    group.lanes.set(key, lane);
    return lane;
  }

  private hasUsedGroup(group: LaneGroup): boolean {
    return group.used >= this.sliceOf(group.limits.totalSliceMs);
  }

  private sliceOf(milliseconds: number): number {
    const isAccepting = this.turnEnd.turn <= this.acceptingUntil;
    return isAccepting ? Math.min(milliseconds, ACCEPTING_SLICE_MS) : milliseconds;
  }

  private hasTime(lane: Lane): boolean {
    if (this.hasUsedSlice(lane) || lane.group.unsettled >= MAX_UNSETTLED) return false;
    return lane.restUntil === 0 || lane.restUntil <= this.clock.now();
  }

  private runOne(lane: Lane, source: WorkSource): boolean {
    const startedAt = this.begin();
    try {
      return source.runNext();
    } finally {
      this.end(lane, startedAt);
    }
  }

  private charge(lane: Lane, from: number, now: number): void {
    this.enterTurn(lane);
    const milliseconds = now - from;
    lane.used += milliseconds;
    lane.usedUntil = now;
    lane.group.used += milliseconds;
    this.chargedUntil = now;
    this.chargedTurn = this.turnEnd.turn;
    // A tick with a pending end does not wait for I/O: all of its time is work of callers.
    if (!this.turnEnd.isPending) this.tick();
  }

  /** Resets the counters of the lane if it was last used in another tick. */
  private enterTurn(lane: Lane): void {
    const { turn } = this.turnEnd;
    lane.group.enter(turn);
    if (lane.turn === turn) return;
    lane.turn = turn;
    this.settleTick(lane);
  }

  private tick(): void {
    if (this.isTicking) return;
    this.isTicking = true;
    this.turnEnd.background(this.endTick);
  }

  private readonly endTick = (): void => {
    try {
      for (const group of this.all) if (group.waiting.size > 0) this.runWaiting(group);
    } finally {
      this.isTicking = false;
      this.turnEnd.advance();
      this.beginTick();
    }
  };

  private beginTick(): void {
    const { turn } = this.turnEnd;
    let isWaiting = false;
    for (const group of this.all) {
      if (group.waiting.size > 0) isWaiting = true;
      // Work that continues asynchronously does so right after this and counts for the next tick.
      if (group.unsettled > 0) {
        this.chargedUntil = this.clock.now();
        this.chargedTurn = turn;
        this.tick();
      }
      group.enter(turn);
    }
    if (isWaiting) this.continue();
  }

  /** Runs the callers of a group in round-robin order until its slice is used up. */
  private runWaiting(group: LaneGroup): void {
    const { waiting } = group;
    let blocked = 0;
    while (blocked < waiting.size && !this.hasUsedGroup(group) && group.unsettled < MAX_UNSETTLED) {
      const [lane] = waiting;
      if (lane === undefined) return;
      waiting.delete(lane);
      if (this.hasTime(lane)) {
        blocked = 0;
        this.runQuantum(lane);
      } else blocked += 1;
      if (lane.sources.size > 0) waiting.add(lane);
    }
  }

  private runQuantum(lane: Lane): void {
    const { sources } = lane;
    const before = lane.used;
    while (sources.size > 0 && lane.used - before < QUANTUM_MS && this.hasTime(lane)) {
      const [source] = sources;
      if (source === undefined) return;
      sources.delete(source);
      if (this.runOne(lane, source)) sources.add(source);
    }
  }

  private settleTick(lane: Lane): void {
    const { owner, group, used } = lane;
    if (used === 0) return;
    const billed = used - lane.billed;
    const overrun = used - lane.slice;
    lane.hasOverrun = overrun > QUANTUM_MS;
    lane.used = 0;
    lane.billed = 0;
    lane.unsettled = 0;
    if (owner.isAdmin || owner.userId === null) return; // no budget
    this.budget.charge(owner, billed);
    const isOver = this.budget.isOverBudget(owner);
    lane.slice = isOver ? REDUCED_SLICE_MS : group.limits.sliceMs;
    const rests = isOver && overrun > QUANTUM_MS;
    lane.restUntil = rests ? lane.usedUntil + Math.min(MAX_PAUSE_MS, overrun * REST_FACTOR) : 0;
  }

  /** Schedules the remaining work for the next tick, or for when the first resting caller may run again. */
  private continue(): void {
    const now = this.clock.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const { waiting } of this.all)
      for (const lane of waiting) {
        this.enterTurn(lane);
        earliest = Math.min(earliest, lane.restUntil);
      }
    if (earliest === Number.POSITIVE_INFINITY) return;
    if (earliest <= now) this.tick();
    else if (earliest < this.wakesAt) {
      this.cancelWake();
      this.wakesAt = earliest;
      this.cancelWake = this.clock.after(Math.ceil(earliest - now), () => {
        this.wakesAt = Number.POSITIVE_INFINITY;
        this.tick();
      });
    }
  }
}
