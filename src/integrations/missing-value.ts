import type { Domain, EntityView, Values } from '../domains/definition/define-domain.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';

/** What of a description decides about the state. */
type Described = Pick<EntityDescription, 'values' | 'capabilities' | 'features' | 'deviceClass'>;

/** The name of the value without which an entity has no state, such as `state` of a lock; undefined if it has all. */
export function missingValue(domain: Domain, description: Described): string | undefined {
  const { values = {}, capabilities = {}, features = [], deviceClass } = description;
  const missing = new Set<string>();
  const read = (given: Values): Values =>
    new Proxy(given, {
      get: (target, name) => {
        if (typeof name === 'string' && !Object.hasOwn(target, name)) missing.add(name);
        return Object.hasOwn(target, name) ? target[String(name)] : undefined;
      },
    });
  const hasState = (given: Values): boolean => {
    const view: EntityView = {
      ...{ id: `${domain.name}.new`, state: 'unknown', capabilities, deviceClass },
      ...{ features: new Set(features), values: read(given) },
    };
    try {
      return domain.present(view).state !== undefined;
    } catch {
      return false;
    }
  };
  if (hasState(values)) return undefined;
  return [...missing].find((name) => hasState({ ...values, [name]: null }));
}
