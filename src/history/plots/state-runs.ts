/** A state and the time when it began; null where the entity did not exist. */
export interface StateRun {
  readonly start: number;
  readonly state: string | null;
}

/** The runs of an entity. */
export interface StateRuns {
  readonly runs: readonly StateRun[];
  /** What is beside the runs if some are left out: then each span has the state that held longest in it. */
  readonly thinned: ThinnedRuns | undefined;
}

/** The spans in which another state held, with the longest of these: an opened door is short, but what counts. */
export interface ThinnedRuns {
  readonly width: number;
  readonly brief: readonly StateRun[];
}

/** The range of the runs, and how many there are at most. */
export interface RunsRange {
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/**
 * Makes runs of equal states from samples in order of time. What it holds is bounded: while the exact runs are few
 * they are kept, and beside them the longest state of each span.
 */
export class RunBuilder {
  private readonly range: RunsRange;
  private readonly width: number;
  private exact: StateRun[] | undefined = [];
  private readonly longest: StateRun[] = [];
  private readonly brief: StateRun[] = [];
  /** The state in force since `at`; undefined before the first sample. */
  private state: string | null | undefined;
  private at: number;
  private spanEnd: number;
  /** How long each state held in the current span. */
  private readonly durations = new Map<string | null, number>();

  constructor(range: RunsRange) {
    this.range = range;
    this.width = Math.max(1, Math.ceil((range.to - range.from) / range.points));
    this.at = range.from;
    this.spanEnd = range.from + this.width;
  }

  /** Adds a state. The last one before the range is the one in force when it begins. */
  add(at: number, state: string | null): void {
    if (at >= this.range.to) return;
    const start = Math.max(at, this.range.from);
    this.advance(start);
    this.state = state;
    if (this.exact === undefined) return;
    if (this.exact.at(-1)?.start === start) this.exact.pop();
    if (this.exact.at(-1)?.state !== state || this.exact.length === 0) this.exact.push({ start, state });
    if (this.exact.length > this.range.points) this.exact = undefined;
  }

  /** Ends the range and returns its runs. */
  finish(): StateRuns {
    this.advance(this.range.to);
    this.closeSpan();
    const { exact, longest, width, brief } = this;
    return exact === undefined
      ? { runs: longest, thinned: { width, brief } }
      : { runs: exact, thinned: undefined };
  }

  private advance(to: number): void {
    while (this.at < to) {
      if (this.at === this.spanEnd) {
        this.closeSpan();
        this.spanEnd += this.width;
      }
      const until = Math.min(to, this.spanEnd);
      if (this.state !== undefined)
        this.durations.set(this.state, (this.durations.get(this.state) ?? 0) + until - this.at);
      this.at = until;
    }
  }

  private closeSpan(): void {
    let found: string | null | undefined;
    let most = 0;
    for (const [state, duration] of this.durations) if (duration > most) [found, most] = [state, duration];
    this.closeBrief(found);
    this.durations.clear();
    if (found === undefined) return;
    const last = this.longest.at(-1);
    if (last?.state !== found || last === undefined)
      this.longest.push({ start: this.spanEnd - this.width, state: found });
  }

  private closeBrief(longest: string | null | undefined): void {
    let found: string | undefined;
    let most = 0;
    for (const [state, duration] of this.durations)
      if (state !== longest && state !== null && duration > most) [found, most] = [state, duration];
    if (found !== undefined) this.brief.push({ start: this.spanEnd - this.width, state: found });
  }
}
