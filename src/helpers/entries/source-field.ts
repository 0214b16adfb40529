import { isEntityId } from '../../core/entity-id.ts';
import type { EntryParts } from './entry-kind.ts';
import type { FormValues } from './form.ts';
import { entityField, type FormField } from './form-field.ts';
import { sourceIdOf } from './source-id.ts';

const DOMAINS = ['counter', 'input_number', 'sensor'];

/** The entity that a helper computes from. */
export function sourceField(name: string): FormField {
  return entityField(name, { domain: DOMAINS });
}

/** The same for the options of a helper: another source must have the same unit. */
export function changeOfSourceField(
  name: string,
  entered: FormValues,
  { states, registry }: Pick<EntryParts, 'states' | 'registry'>,
): FormField {
  const id = sourceIdOf(entered[name], registry);
  const unitOf = (entityId: string): unknown =>
    isEntityId(entityId) ? states.get(entityId)?.attributes.unit_of_measurement : undefined;
  const unit = unitOf(id);
  const included = [...states.all()]
    .filter(({ entity_id, attributes }) => attributes.unit_of_measurement === unit && isNumeric(entity_id))
    .map(({ entity_id }) => entity_id);
  return entityField(name, { include_entities: [...new Set([...included, id])] });
}

function isNumeric(entityId: string): boolean {
  return DOMAINS.includes(entityId.slice(0, entityId.indexOf('.')));
}
