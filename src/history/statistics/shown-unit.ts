import type { UnitChoice } from '../../core/statistics-query.ts';
import type { StatisticUnit } from './statistic.ts';
import { classOfUnit, unitClassNamed } from './statistic-unit.ts';

/** Changes a value into another unit; null if it has no counterpart there. */
export type ConvertValue = (value: number) => number | null;

/** The class in which a statistic is converted: that of its metadata, otherwise that of its unit. */
function classOf({ unit, unitClass }: StatisticUnit): ReturnType<typeof classOfUnit> {
  const named = unitClassNamed(unitClass);
  return named?.has(unit) === true ? named : classOfUnit(unit);
}

/**
 * The unit in which a statistic is shown next to its entity: that of the current state if it can be
 * converted.
 */
export function displayUnit(stored: StatisticUnit, stateUnit: string | null | undefined): string | null {
  if (stateUnit === undefined || stateUnit === stored.unit) return stored.unit;
  return classOf(stored)?.has(stateUnit) === true ? stateUnit : stored.unit;
}

/**
 * How the values of a statistic are converted for an answer: to the unit wanted for its class, otherwise to
 * that of the current state; null if they stay as they are.
 */
export function shownConversion(
  statisticId: string,
  stored: StatisticUnit,
  { units, stateUnits }: UnitChoice,
): ConvertValue | null {
  const unitClass = classOf(stored);
  if (unitClass === undefined) return null;
  const wanted = Object.hasOwn(units, unitClass.name) ? units[unitClass.name] : undefined;
  const state = Object.hasOwn(stateUnits, statisticId) ? stateUnits[statisticId] : undefined;
  const shown = wanted ?? displayUnit(stored, state);
  return unitClass.has(shown) ? unitClass.conversion(stored.unit, shown) : null;
}
