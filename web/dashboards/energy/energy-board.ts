import { type EnergyFigures, readFigures } from '../../pages/energy/energy-figures.ts';
import { firstWeekdayOf, type Period, periodAt, type Span } from '../../pages/energy/energy-period.ts';
import {
  type EnergyPreferences,
  readCostSensors,
  readPreferences,
} from '../../pages/energy/energy-preferences.ts';
import { readSettings } from '../../pages/energy/energy-settings.ts';
import { failure } from '../../parts/failure.ts';
import type { HomeStore } from '../../state/home-store.ts';

const REFRESH = 20 * 60_000;
const boards = new WeakMap<HomeStore, EnergyBoard>();

/** The figures that all energy cards of a home show, and the period that they share. */
export class EnergyBoard {
  /** Null until something was set up. */
  preferences: EnergyPreferences | null | undefined;
  period: Period | undefined;
  figures: EnergyFigures | undefined;
  errorText: string | undefined;
  private readonly home: HomeStore;
  private readonly listeners = new Set<() => void>();
  private costSensors: ReadonlyMap<string, string> = new Map();
  private billingDay = 1;
  private timer: ReturnType<typeof setInterval> | undefined;
  private asked = 0;

  constructor(home: HomeStore) {
    this.home = home;
  }

  /** Calls back after each change; reads while anybody listens. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      this.timer = setInterval(() => void this.read(), REFRESH);
      void this.load();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearInterval(this.timer);
    };
  }

  /** The current day, week, month or year. */
  now(span: Span): Period {
    const { language = 'en', country = null } = this.home.home ?? {};
    return periodAt(span, new Date(), {
      firstWeekday: firstWeekdayOf(language, country),
      billingDay: this.billingDay,
    });
  }

  show(period: Period): void {
    this.period = period;
    void this.read();
  }

  private async load(): Promise<void> {
    try {
      const { connection } = this.home;
      const [preferences, costSensors, { billing_day }] = await Promise.all([
        readPreferences(connection),
        readCostSensors(connection),
        readSettings(connection),
      ]);
      this.billingDay = billing_day;
      this.costSensors = costSensors;
      this.preferences = preferences ?? null;
      this.errorText = undefined;
      this.show(this.period ?? this.now('day'));
    } catch (error) {
      this.errorText = failure(error);
      this.tell();
    }
  }

  private async read(): Promise<void> {
    const { preferences, period, costSensors } = this;
    if (preferences == null || period === undefined) return this.tell();
    this.asked += 1;
    const { asked } = this;
    try {
      const figures = await readFigures(this.home.connection, period, { preferences, costSensors });
      if (asked !== this.asked) return;
      this.figures = figures;
      this.errorText = undefined;
    } catch (error) {
      this.errorText = failure(error);
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The board of a home. */
export function energyBoard(home: HomeStore): EnergyBoard {
  const known = boards.get(home);
  if (known !== undefined) return known;
  const board = new EnergyBoard(home);
  boards.set(home, board);
  return board;
}
