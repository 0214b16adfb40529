import { meanTypeOf } from './compile-five-minutes.ts';
import { numberOfState, readingAttributes } from './reading.ts';
import type { MeanType, StatisticMetadata } from './statistic.ts';
import { areEqualUnits, classOfReading, classOfUnit } from './statistic-unit.ts';

/** Something wrong with a statistic, as `recorder/validate_statistics` names it [§4.5]. */
export type StatisticsIssue = RepairIssue | RecordingIssue;

/** The issues that are also repair issues. */
export type RepairIssue =
  | { readonly type: 'state_class_removed'; readonly data: IssueData }
  | { readonly type: 'units_changed'; readonly data: UnitsChanged }
  | { readonly type: 'mean_type_changed'; readonly data: MeanTypeChanged };

/** The issues that only the validation names. */
export interface RecordingIssue {
  readonly type: 'entity_no_longer_recorded' | 'entity_not_recorded' | 'no_state';
  readonly data: IssueData;
}

interface IssueData {
  readonly statistic_id: string;
}

interface UnitsChanged extends IssueData {
  readonly state_unit: unknown;
  readonly state_unit_class: string | null;
  readonly metadata_unit: string | null;
  readonly metadata_unit_class: string | null;
  /** Every unit that converts to the stored one, or the stored one itself. */
  readonly supported_unit: string | null;
}

interface MeanTypeChanged extends IssueData {
  readonly metadata_mean_type: MeanType;
  readonly state_mean_type: MeanType;
}

/** The current state of an entity. */
export interface PresentState {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The input of `validateStatistics`. */
export interface ValidationInput {
  /** The stored statistics of the source `recorder`, by id. */
  readonly metadata: ReadonlyMap<string, StatisticMetadata>;
  /** States of other domains than `sensor` are ignored. */
  readonly states: Iterable<PresentState>;
  readonly isRecorded: (entityId: string) => boolean;
}

const DOMAIN = 'sensor.';

/** The issues of each statistic that has any. */
export function validateStatistics(input: ValidationInput): Map<string, StatisticsIssue[]> {
  const { metadata, isRecorded } = input;
  const found = new Map<string, StatisticsIssue[]>();
  const add = (id: string, issues: readonly StatisticsIssue[]): void => {
    if (issues.length > 0) found.set(id, [...(found.get(id) ?? []), ...issues]);
  };
  const present = new Set<string>();
  for (const state of input.states) {
    const id = state.entity_id;
    if (!id.startsWith(DOMAIN)) continue;
    present.add(id);
    const stored = metadata.get(id);
    if (stored !== undefined) add(id, repairIssues(state, stored));
    if (isRecorded(id)) continue;
    const data = { statistic_id: id };
    if (stored !== undefined) add(id, [{ type: 'entity_no_longer_recorded', data }]);
    else if (readingAttributes(state.attributes).stateClass !== null)
      add(id, [{ type: 'entity_not_recorded', data }]);
  }
  for (const id of metadata.keys())
    if (id.startsWith(DOMAIN) && !present.has(id))
      add(id, [{ type: 'no_state', data: { statistic_id: id } }]);
  return found;
}

/** The repair issues of a statistic, from the current state of its sensor. */
export function repairIssues(state: PresentState, stored: StatisticMetadata): RepairIssue[] {
  const id = { statistic_id: state.entity_id };
  const attributes = readingAttributes(state.attributes);
  const { stateClass } = attributes;
  const issues: RepairIssue[] = [];
  if (numberOfState(state.state) !== undefined) {
    if (stateClass === null) issues.push({ type: 'state_class_removed', data: id });
    const supported = supportedUnit(attributes.unit, stored.unit);
    if (supported !== undefined) {
      const data = {
        ...id,
        state_unit: state.attributes.unit_of_measurement ?? null,
        state_unit_class: classOfReading(attributes)?.name ?? null,
        metadata_unit: stored.unit,
        metadata_unit_class: stored.unitClass,
        supported_unit: supported,
      };
      issues.push({ type: 'units_changed', data });
    }
  }
  if (stateClass !== null && meanTypeOf(stateClass) !== stored.meanType) {
    const data = { ...id, metadata_mean_type: stored.meanType, state_mean_type: meanTypeOf(stateClass) };
    issues.push({ type: 'mean_type_changed', data });
  }
  return issues;
}

/** If the unit of the state does not convert, the units that would; otherwise undefined. */
function supportedUnit(unit: string | null | undefined, stored: string | null): string | null | undefined {
  const units = classOfUnit(stored);
  if (units === undefined) return unit !== undefined && areEqualUnits(unit, stored) ? undefined : stored;
  if (unit !== undefined && units.has(unit)) return undefined;
  // The units of a class are unique, and sort by code points as Python sorts them.
  return units.units
    .map((name) => name ?? '<None>')
    .sort()
    .join(', ');
}
