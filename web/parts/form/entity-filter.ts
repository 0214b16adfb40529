import type { Entity } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { isMapping } from './fitting.ts';
import type { EntityFilter } from './form-field.ts';

/** Parses the filters of a selector, under `filter` or in the older format. */
export function filtersIn(facts: Readonly<Record<string, unknown>>): readonly EntityFilter[] {
  const written =
    facts.filter ?? ('domain' in facts || 'device_class' in facts || 'integration' in facts ? facts : []);
  return [written].flat().filter(isMapping).map(filterOf);
}

/** Whether an entity passes at least one filter; true without filters. */
export function passes(home: HomeStore, filters: readonly EntityFilter[], entity: Entity): boolean {
  return filters.length === 0 || filters.some((one) => fits(home, one, entity));
}

function fits(
  home: HomeStore,
  { domains, classes, units, integration, features }: EntityFilter,
  { entity_id, domain, attributes }: Entity,
): boolean {
  const bits = Number(attributes.supported_features ?? 0);
  return (
    (domains === undefined || domains.includes(domain)) &&
    (classes === undefined || classes.includes(String(attributes.device_class))) &&
    (units === undefined || units.includes(String(attributes.unit_of_measurement))) &&
    (integration === undefined || home.places.entries.get(entity_id)?.platform === integration) &&
    (features === undefined || features.some((one) => (bits & one) === one))
  );
}

function filterOf(written: Readonly<Record<string, unknown>>): EntityFilter {
  const { integration } = written;
  return {
    domains: textsIn(written.domain),
    classes: textsIn(written.device_class),
    units: textsIn(written.unit_of_measurement),
    integration: typeof integration === 'string' ? integration : undefined,
    features: featuresIn(written.supported_features),
  };
}

function textsIn(value: unknown): readonly string[] | undefined {
  return value === undefined || value === null ? undefined : [value].flat().map(String);
}

/** Features given by Home Assistant's internal names cannot be resolved and are ignored. */
function featuresIn(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.filter((one) => typeof one === 'number');
  return numbers.length === value.length && numbers.length > 0 ? numbers : undefined;
}
