import { every, type Undo } from '../../core/clock.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import type { State } from '../../core/state.ts';
import { floatText } from '../../domains/definition/number-text.ts';
import type { EntryParts, RenderText } from '../entries/entry-kind.ts';
import { type Matched, MatchingBlocks, type Period } from './matching-blocks.ts';
import { type PeriodSettings, renderPeriod } from './stats-period.ts';

export const STATS_TYPES = ['time', 'ratio', 'count'] as const;

/** What a sensor of a past period shows. */
export interface HistoryStatsSettings {
  readonly sourceId: string;
  readonly states: readonly string[];
  readonly type: (typeof STATS_TYPES)[number];
  readonly period: PeriodSettings;
  /** In milliseconds. */
  readonly minLength: number;
  /** Whether hours are rounded to hundredths. */
  readonly isRounded: boolean;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** How long or how often a source had one of some states in a period, which is computed anew every minute. */
export class HistoryStatsReading {
  private readonly settings: HistoryStatsSettings;
  private readonly parts: EntryParts;
  private readonly changed: () => void;
  private readonly undos: Undo[];
  private render: RenderText | undefined;
  private blocks: MatchingBlocks | undefined;
  /** Changes since the history is being read; undefined while it is not. */
  private waiting: { readonly isOn: boolean; readonly at: number }[] | undefined;
  private isClosed = false;
  private hasFailed = false;
  /** Null where it is unknown. */
  value: string | null = null;
  isAvailable = true;

  constructor(settings: HistoryStatsSettings, parts: EntryParts, changed: () => void) {
    this.settings = settings;
    this.parts = parts;
    this.changed = changed;
    this.undos = [
      parts.watch.follow([settings.sourceId], (after, before) => {
        if (after?.state !== before?.state) this.take(after);
      }),
      every(parts.clock, MINUTE, () => this.refresh()),
    ];
    this.refresh();
  }

  close(): void {
    this.isClosed = true;
    for (const undo of this.undos) undo();
  }

  private refresh(): void {
    this.update().catch((error) => this.fail(error));
  }

  private take(state: State | null): void {
    const isOn = state !== null && this.isMatch(state);
    const at = state?.last_changed ?? this.parts.clock.now();
    if (this.waiting === undefined) this.blocks?.set(isOn, at);
    else this.waiting.push({ isOn, at });
    this.refresh();
  }

  private isMatch({ state }: State): boolean {
    return this.settings.states.includes(state);
  }

  private async update(): Promise<void> {
    const { clock, templates, home } = this.parts;
    if (this.waiting !== undefined) return;
    this.render ??= await templates?.();
    if (this.isClosed || this.render === undefined || this.waiting !== undefined) return;
    const period = renderPeriod(this.settings.period, this.render, home.facts.time_zone);
    if (period.start > clock.now()) {
      this.show(null, period);
      return;
    }
    if (this.blocks?.knows(period.start) !== true) await this.load(period.start);
    const { blocks } = this;
    if (this.isClosed || blocks === undefined) return;
    blocks.dropBefore(period.start);
    this.show(blocks.within(period, clock.now(), this.settings.minLength), period);
  }

  private async load(from: number): Promise<void> {
    const { clock, pastStates, states } = this.parts;
    const { sourceId: entityId, states: wanted } = this.settings;
    this.waiting = [];
    try {
      const query = { entityId, states: wanted, from, to: clock.now() + 1 };
      const past = (await pastStates?.matching(query)) ?? { isOn: false, times: [] };
      const blocks = new MatchingBlocks(from, past);
      for (const { isOn, at } of this.waiting) blocks.set(isOn, at);
      // An entity that is not recorded has its present state at least.
      const present = states.get(entityId);
      if (present !== undefined) blocks.set(this.isMatch(present), present.last_changed);
      this.blocks = blocks;
    } finally {
      this.waiting = undefined;
    }
  }

  private show(matched: Matched | null, period: Period): void {
    this.value = matched === null ? null : this.text(matched, period);
    this.isAvailable = true;
    this.hasFailed = false;
    this.changed();
  }

  private text({ time, count }: Matched, { start, end }: Period): string {
    const { type, isRounded } = this.settings;
    if (type === 'count') return String(count);
    if (type === 'ratio') return floatText(end > start ? roundHalfEven((100 * time) / (end - start), 1) : 0);
    return floatText(isRounded ? roundHalfEven(time / HOUR, 2) : time / HOUR);
  }

  /** Templates may fail until what they read is there: the next minute tries again. */
  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (!this.hasFailed)
      this.parts.log.error(`The history of ${this.settings.sourceId} cannot be evaluated`, { error });
    this.hasFailed = true;
    this.isAvailable = false;
    this.changed();
  }
}
