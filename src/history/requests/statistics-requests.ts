import type { Clock } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { StatisticDescription, StatisticsQuery, SummaryQuery } from '../../core/statistics-query.ts';
import { meanTypeOf } from '../statistics/compile-five-minutes.ts';
import type { SumAdjustment } from '../statistics/edit-statistics.ts';
import type { StatisticsImport } from '../statistics/import-statistics.ts';
import { readingAttributes } from '../statistics/reading.ts';
import type { StatisticRepair } from '../statistics/repair-statistic.ts';
import { displayUnit } from '../statistics/shown-unit.ts';
import { classOfReading, unitClassNamed } from '../statistics/statistic-unit.ts';
import type { ChangeEntry } from '../statistics/undoable-changes.ts';
import { type StatisticsIssue, validateStatistics } from '../statistics/validate-statistics.ts';
import type { HistoryThread } from '../thread/history-thread.ts';

/** The dependencies of `StatisticsRequests`. */
export interface StatisticsRequestsParts {
  readonly thread: Pick<HistoryThread, 'call' | 'stream'>;
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly isRecorded: (entityId: string) => boolean;
  readonly clock: Clock;
}

/** Queries statistics from the history worker, and adds the current states, which the main thread knows. */
export class StatisticsRequests {
  readonly isRecorded: (entityId: string) => boolean;
  private readonly parts: StatisticsRequestsParts;

  constructor(parts: StatisticsRequestsParts) {
    this.parts = parts;
    this.isRecorded = parts.isRecorded;
  }

  rows(question: Omit<StatisticsQuery, 'stateUnits'>): AsyncGenerator<Uint8Array> {
    const stateUnits = this.stateUnits(question.statisticIds);
    return this.parts.thread.stream('statistics.rows', { ...question, stateUnits });
  }

  summary(question: Omit<SummaryQuery, 'stateUnits' | 'now'>) {
    const stateUnits = this.stateUnits([question.statisticId]);
    const now = this.parts.clock.now();
    return this.parts.thread.call('statistics.summary', { ...question, stateUnits, now });
  }

  async list() {
    const stored = await this.parts.thread.call('statistics.list', undefined);
    const known = new Set(stored.map(({ statisticId }) => statisticId));
    const listed = stored.map((description) => this.listed(description));
    for (const state of this.sensors()) {
      if (known.has(state.entity_id) || !this.isRecorded(state.entity_id)) continue;
      const description = descriptionOf(state);
      if (description !== undefined) listed.push(this.listed(description));
    }
    return listed;
  }

  async validate(): Promise<ReadonlyMap<string, readonly StatisticsIssue[]>> {
    const stored = await this.parts.thread.call('statistics.list', undefined);
    const own = stored.filter(({ source }) => source === 'recorder');
    const metadata = new Map(own.map((description) => [description.statisticId, description]));
    return validateStatistics({ metadata, states: this.parts.states.all(), isRecorded: this.isRecorded });
  }

  async import(given: StatisticsImport): Promise<void> {
    await this.parts.thread.call('statistics.import', { given, at: this.parts.clock.now() });
  }

  async clear(
    statisticIds: readonly string[],
    range: { readonly start: number; readonly end: number } | null,
  ): Promise<void> {
    const given = { statisticIds, range };
    await this.parts.thread.call('statistics.clear', { given, at: this.parts.clock.now() });
  }

  async updateMetadata(
    statisticId: string,
    unit: string | null,
    unitClass: string | null | undefined,
  ): Promise<void> {
    const given = { statisticId, unit, unitClass };
    await this.parts.thread.call('statistics.updateMetadata', { given, at: this.parts.clock.now() });
  }

  async changeUnit(statisticId: string, from: string | null, to: string | null): Promise<void> {
    const given = { statisticId, from, to };
    await this.parts.thread.call('statistics.changeUnit', { given, at: this.parts.clock.now() });
  }

  async adjustSum(given: SumAdjustment): Promise<void> {
    await this.parts.thread.call('statistics.adjustSum', { given, at: this.parts.clock.now() });
  }

  repair(given: StatisticRepair): Promise<number> {
    return this.parts.thread.call('statistics.repair', { given, at: this.parts.clock.now() });
  }

  changes(limit: number): Promise<readonly ChangeEntry[]> {
    return this.parts.thread.call('statistics.changes', limit);
  }

  async undo(id: number): Promise<void> {
    await this.parts.thread.call('statistics.undo', id);
  }

  checkUnits(units: Readonly<Record<string, string>>): void {
    for (const [unitClass, unit] of Object.entries(units))
      if (unitClassNamed(unitClass)?.has(unit) !== true)
        throw fault('invalid_format', 'unsupported_unit_of_class', { unit, unitClass });
  }

  /** The units of the current states among some statistics. */
  private stateUnits(ids: readonly string[]): Record<string, string | null> {
    const units: Record<string, string | null> = Object.create(null);
    for (const id of ids) {
      const state = this.parts.states.get(id);
      if (state !== undefined) units[id] = readingAttributes(state.attributes).unit ?? null;
    }
    return { ...units };
  }

  private *sensors(): Generator<State> {
    for (const state of this.parts.states.all()) if (state.entity_id.startsWith('sensor.')) yield state;
  }

  private listed(description: StatisticDescription) {
    const { statisticId, source, name, unit, unitClass, meanType, hasSum } = description;
    const stateUnit = this.stateUnits([statisticId])[statisticId];
    return {
      statistic_id: statisticId,
      source,
      name,
      has_mean: meanType === 1,
      has_sum: hasSum,
      mean_type: meanType,
      unit_class: unitClass,
      statistics_unit_of_measurement: unit,
      display_unit_of_measurement: displayUnit({ unit, unitClass }, stateUnit),
    };
  }
}

/** The statistic that a sensor will have; undefined if none. */
function descriptionOf({ entity_id: statisticId, attributes }: State): StatisticDescription | undefined {
  const reading = readingAttributes(attributes);
  const { stateClass, unit, deviceClass } = reading;
  if (stateClass === null || unit === undefined || deviceClass === undefined) return undefined;
  const meanType = meanTypeOf(stateClass);
  return {
    statisticId,
    source: 'recorder',
    name: null,
    unit,
    unitClass: classOfReading(reading)?.name ?? null,
    meanType,
    hasSum: meanType === 0,
  };
}
