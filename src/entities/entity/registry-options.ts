import type { UnitSystemName } from '../../core/unit-system.ts';
import { displayPrecision } from '../../domains/sensor/display-precision.ts';
import type { EntityEntry } from '../registry/entity-registry.ts';
import type { EntityDescription } from './entity-description.ts';
import { readingUnit } from './unit-translation.ts';

/**
 * The registry options of an entity, including the display precision of a sensor; options set by the user take
 * precedence. Nothing if there are none.
 */
export function registryOptions(
  { domain, deviceClass, unit, options }: EntityDescription,
  known: EntityEntry['options'],
  system: UnitSystemName,
): { options?: EntityEntry['options'] } {
  const merged = { ...options, ...known };
  if (domain.name !== 'sensor') return options === undefined ? {} : { options: merged };
  const { suggested_display_precision: former, ...saved } = merged.sensor ?? {};
  const requested = options?.sensor?.suggested_display_precision;
  const facts = { domain, deviceClass, unit, options: saved, system };
  const suggested = typeof requested === 'number' ? requested : undefined;
  const decimals = displayPrecision({ deviceClass, unit, shownUnit: readingUnit(facts), suggested });
  if (decimals === undefined && former === undefined) return options === undefined ? {} : { options: merged };
  const sensor = decimals === undefined ? saved : { ...saved, suggested_display_precision: decimals };
  return { options: { ...merged, sensor } };
}
