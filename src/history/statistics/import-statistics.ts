import { isEntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { ImportedRow } from '../../core/statistics-query.ts';
import type { StoredMetadata } from './series-list.ts';
import type { MeanType } from './statistic.ts';
import { classOfUnit, unitClassNamed } from './statistic-unit.ts';
import type { UndoableChanges } from './undoable-changes.ts';

/** Hourly rows of a statistic to add or replace, with its metadata. */
export interface StatisticsImport {
  readonly statisticId: string;
  readonly source: string;
  readonly name: string | null;
  readonly unit: string | null;
  /** Undefined to take the class of the unit. */
  readonly unitClass: string | null | undefined;
  readonly meanType: MeanType;
  readonly hasSum: boolean;
  readonly rows: readonly ImportedRow[];
}

const OWN_SOURCE = 'recorder';
const MAX_SOURCE = 32;
const SLUG = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** Imports rows; of rows with the same start the last one counts [§4.4]. */
export function importStatistics(changes: UndoableChanges, given: StatisticsImport, at: number): void {
  const { statisticId, source, name, unit, meanType, hasSum, rows } = given;
  checkSource(statisticId, source);
  const unitClass = checkedClass(unit, given.unitClass);
  const metadata: StoredMetadata = { source, name, unit, unitClass, meanType, hasSum };
  changes.record({ at, kind: 'import', statisticId }, (change) => {
    change.describe(metadata);
    const stored = rows.map((row) => ({ ...row, meanWeight: null }));
    change.put('hour', stored);
  });
}

/** The class of a unit; throws if it does not exist or does not have the unit. */
export function checkedClass(unit: string | null, unitClass: string | null | undefined): string | null {
  if (unitClass === undefined) return classOfUnit(unit)?.name ?? null;
  if (unitClass === null) return null;
  const found = unitClassNamed(unitClass);
  if (found === undefined) throw fault('home_assistant_error', 'unsupported_unit_class', { unitClass });
  if (!found.has(unit))
    throw fault('home_assistant_error', 'unsupported_unit_of_class', { unit: unit ?? 'None', unitClass });
  return unitClass;
}

function checkSource(statisticId: string, source: string): void {
  const [domain = '', slug = '', ...more] = statisticId.split(':');
  const isInternal = statisticId.includes('.');
  const isValid = isInternal
    ? isEntityId(statisticId)
    : more.length === 0 && SLUG.test(domain) && SLUG.test(slug);
  if (!isValid) throw fault('home_assistant_error', 'invalid_statistic_id', { id: statisticId });
  const expected = isInternal ? OWN_SOURCE : domain;
  const isTaken = !isInternal && source === OWN_SOURCE;
  if (source !== expected || isTaken || source.length > MAX_SOURCE)
    throw fault('home_assistant_error', 'invalid_statistic_source', { source });
}
