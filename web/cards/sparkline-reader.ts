import { type NumbersPlot, type Plot, readPlots } from '../parts/plot/plot-answer.ts';
import type { HomeStore } from '../state/home-store.ts';

type Listener = (plot: NumbersPlot | undefined) => void;

/** What sparklines show, in milliseconds. */
export const SPARKLINE_SPAN = 12 * 3_600_000;
/** Points of one sparkline: it is 48 pixels wide. */
const POINTS = 24;
/** How long a sparkline is shown before it is read again, in milliseconds. */
const REFRESH = 5 * 60_000;
/** How long to collect the sparklines that appear together, in milliseconds. */
const GATHER = 50;
/** How often to look whether a hidden page is visible again, in milliseconds. */
const UNSEEN = 10_000;

const readers = new WeakMap<HomeStore, SparklineReader>();

/** Reads the last hours of all visible sparklines with one query, and again every few minutes. */
export class SparklineReader {
  private readonly home: HomeStore;
  private readonly listeners = new Map<string, Set<Listener>>();
  /** What was read, also of sparklines that are out of sight now; undefined for entities without numbers. */
  private readonly plots = new Map<string, NumbersPlot | undefined>();
  private readAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(home: HomeStore) {
    this.home = home;
  }

  /** The reader that all sparklines of a home share. */
  static of(home: HomeStore): SparklineReader {
    const reader = readers.get(home) ?? new SparklineReader(home);
    readers.set(home, reader);
    return reader;
  }

  /** Calls back with the numbers of an entity, now if they are known, and when they were read. Returns the undo function. */
  follow(entityId: string, listener: Listener): () => void {
    const { listeners, plots } = this;
    const all = listeners.get(entityId) ?? new Set();
    listeners.set(entityId, all.add(listener));
    if (plots.has(entityId)) listener(plots.get(entityId));
    this.schedule();
    return () => {
      all.delete(listener);
      if (all.size > 0) return;
      if (listeners.get(entityId) === all) listeners.delete(entityId);
      if (listeners.size === 0) clearTimeout(this.timer);
    };
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.listeners.size === 0) return;
    const isAnyMissing = [...this.listeners.keys()].some((id) => !this.plots.has(id));
    const delay = isAnyMissing ? GATHER : Math.max(GATHER, this.readAt + REFRESH - Date.now());
    this.timer = setTimeout(() => void this.read(), delay);
  }

  private async read(): Promise<void> {
    const { listeners, plots } = this;
    if (document.visibilityState === 'hidden') {
      this.timer = setTimeout(() => void this.read(), UNSEEN);
      return;
    }
    const now = Date.now();
    if (now - this.readAt >= REFRESH) {
      plots.clear();
      this.readAt = now;
    }
    const entityIds = [...listeners.keys()].filter((id) => !plots.has(id));
    const question = { entityIds, from: now - SPARKLINE_SPAN, to: now, points: POINTS };
    // Without an answer, there are no new curves until the next refresh.
    const found = await readPlots(this.home.connection, question).catch(() => new Map<string, Plot>());
    for (const id of entityIds) {
      const plot = found.get(id);
      plots.set(id, plot?.kind === 'numbers' ? plot : undefined);
      for (const listener of listeners.get(id) ?? []) listener(plots.get(id));
    }
    this.schedule();
  }
}
