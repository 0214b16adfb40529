import type { Access } from '../../core/access.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { CpuBudget } from '../../core/cpu-budget.ts';
import type { TurnEnd } from '../turn-end.ts';
import { Lane, LaneGroup, type WorkSource } from './lane.ts';
import { type CallerGroup, LIMITS } from './limits.ts';

/** A caller runs for about so many milliseconds before the next one has a turn. */
const QUANTUM_MS = 1;
/** What is begun in one tick and goes on by itself is not measured before it ends, so its number is limited. */
const MOST_UNSETTLED = 32;
/** A caller over budget gets so many milliseconds of a tick, and waits so many times as long as a command ran beyond them. */
const REDUCED_SLICE_MS = 4;
const REST_FACTOR = 4;
const LONGEST_REST_MS = 2000;
/** Beyond so many known callers those without anything waiting are forgotten. */
const MOST_IDLE_LANES = 1000;

/**
 * Shares the event loop between callers. Each caller has one lane, whatever number of connections and tokens it uses, and may take a
 * slice of each tick; so may each group of callers as a whole. Work starts at once while nothing of its group waits and its caller has
 * time left in this tick. Everything else waits and runs at the end of a tick, after the answers have gone out: the callers take turns,
 * and so do the connections of a caller.
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
  /** When the timer for resting callers is due. */
  private wakesAt = Number.POSITIVE_INFINITY;
  private cancelWake: Undo = () => {};
  private chargedBefore = 0;
  /** Until when the time of which tick has been charged. */
  private chargedUntil = 0;
  private chargedTurn = -1;

  constructor(parts: { readonly clock: Clock; readonly turnEnd: TurnEnd; readonly budget: CpuBudget }) {
    this.clock = parts.clock;
    this.turnEnd = parts.turnEnd;
    this.budget = parts.budget;
  }

  /** The lane of a caller; one without a user is told apart by address. */
  laneOf(access: Access | undefined, peer: string): Lane {
    if (access === undefined || access.userId === null)
      return this.lane(this.groups.public, peer, { userId: null, isAdmin: false });
    return this.lane(access.isAdmin ? this.groups.admin : this.groups.user, access.userId, access);
  }

  /**
   * Whether work of the lane may start now: its caller has time left and is not likely to hold up the answers of this tick, and it
   * overtakes only callers of its group that are.
   */
  mayStart(lane: Lane): boolean {
    this.enterTurn(lane);
    if (lane.hasOverrun) return false;
    for (const other of lane.group.waiting) if (!other.hasOverrun) return false;
    return this.hasTime(lane);
  }

  /** Notes that work begins; the result is handed to `end`. */
  begin(): number {
    this.chargedBefore = this.budget.alreadyCharged;
    return this.clock.now();
  }

  /** Charges the lane for the time since `begin`. */
  end(lane: Lane, begun: number): void {
    const now = this.clock.now();
    const elsewhere = this.budget.alreadyCharged - this.chargedBefore;
    this.charge(lane, begun, now);
    if (elsewhere > 0) lane.billed += elsewhere;
  }

  /** Notes that work of the lane goes on by itself; `settled` ends it. */
  started(lane: Lane): void {
    this.enterTurn(lane);
    lane.start();
  }

  /** Ends what `started` began, and charges what the lane has done since the last charge of this tick. */
  settled(lane: Lane): void {
    this.enterTurn(lane);
    lane.settle();
    if (this.chargedTurn === this.turnEnd.turn) this.charge(lane, this.chargedUntil, this.clock.now());
  }

  /** Counts bytes that a socket of the lane has brought. Returns false when it should be read again only in the next tick. */
  countRead({ group }: Lane, bytes: number): boolean {
    group.enter(this.turnEnd.turn);
    group.readBytes += bytes;
    this.tick();
    return group.readBytes <= group.limits.totalReadBytes;
  }

  /** Whether the caller or its group has taken all of its time in this tick. */
  hasUsedSlice(lane: Lane): boolean {
    this.enterTurn(lane);
    return lane.used >= lane.slice || lane.group.used >= lane.group.limits.totalSliceMs;
  }

  /** Runs the task in the next tick. */
  nextTick(task: () => void): void {
    this.clock.soon(task);
  }

  /** Runs work of the source as long as it may start now; the rest waits for its turn. */
  offer(lane: Lane, source: WorkSource): void {
    if (lane.sources.has(source)) return;
    while (this.mayStart(lane)) if (!this.runOne(lane, source)) return;
    this.wait(lane, source);
  }

  /** Lets the source wait for its turn. */
  wait(lane: Lane, source: WorkSource): void {
    lane.sources.add(source);
    lane.group.waiting.add(lane);
    this.tick();
  }

  /** Forgets a source that has ended. */
  remove(lane: Lane, source: WorkSource): void {
    lane.sources.delete(source);
    if (lane.sources.size === 0) lane.group.waiting.delete(lane);
  }

  private lane(group: LaneGroup, key: string, owner: Lane['owner']): Lane {
    const known = group.lanes.get(key);
    if (known !== undefined) return known;
    if (group.lanes.size >= MOST_IDLE_LANES)
      for (const [other, lane] of group.lanes) if (lane.isIdle) group.lanes.delete(other);
    const lane = new Lane({ userId: owner.userId, isAdmin: owner.isAdmin }, group);
    group.lanes.set(key, lane);
    return lane;
  }

  private hasTime(lane: Lane): boolean {
    if (this.hasUsedSlice(lane) || lane.group.unsettled >= MOST_UNSETTLED) return false;
    return lane.restUntil === 0 || lane.restUntil <= this.clock.now();
  }

  private runOne(lane: Lane, source: WorkSource): boolean {
    const begun = this.begin();
    try {
      return source.runNext();
    } finally {
      this.end(lane, begun);
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
    // A tick that is known to end does not wait for anything: all of its time is somebody's work.
    if (!this.turnEnd.isPending) this.tick();
  }

  /** Begins to count anew where the lane was last used in another tick. */
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
      // What goes on by itself does so right after this and counts for the next tick.
      if (group.unsettled > 0) {
        this.chargedUntil = this.clock.now();
        this.chargedTurn = turn;
        this.tick();
      }
      group.enter(turn);
    }
    if (isWaiting) this.continue();
  }

  /** Lets the callers of a group take turns until its time is used up. */
  private runWaiting(group: LaneGroup): void {
    const { waiting, limits } = group;
    let blocked = 0;
    while (blocked < waiting.size && group.used < limits.totalSliceMs && group.unsettled < MOST_UNSETTLED) {
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
    if (owner.isAdmin || owner.userId === null) return; // not limited over a longer time
    this.budget.charge(owner, billed);
    const isOver = this.budget.isOverBudget(owner);
    lane.slice = isOver ? REDUCED_SLICE_MS : group.limits.sliceMs;
    const rests = isOver && overrun > QUANTUM_MS;
    lane.restUntil = rests ? lane.usedUntil + Math.min(LONGEST_REST_MS, overrun * REST_FACTOR) : 0;
  }

  /** Goes on with what waits: in the next tick, or when the first caller has rested. */
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
