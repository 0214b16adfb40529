import { fault } from './errors.ts';

/** `<domain>.<object_id>` in lower case [§2.1], at most 255 characters. */
export type EntityId = string;

const ENTITY_ID = /^(?!.*__)(?!_)[\da-z_]+(?<!_)\.(?!_)[\da-z_]+(?<!_)$/;
const MAX_ID_LENGTH = 255;
const MAX_DOMAIN_LENGTH = 64;

/** Whether the text is a valid entity ID, without any normalization. */
export function isEntityId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && ENTITY_ID.test(text) && text.indexOf('.') <= MAX_DOMAIN_LENGTH;
}

/** Converts the ID to lower case. Throws `invalid_format` if it is not a valid entity ID. */
export function parseEntityId(text: string): EntityId {
  const id = text.toLowerCase();
  if (!isEntityId(id)) throw fault('invalid_format', 'malformed_entity_id', { text: JSON.stringify(text) });
  return id;
}

/** The part before the dot [§2.3]. */
export function domainOf(id: EntityId): string {
  return id.slice(0, id.indexOf('.'));
}

/** The part after the dot. */
export function objectIdOf(id: EntityId): string {
  return id.slice(id.indexOf('.') + 1);
}

/** Whether a text already is a slug, such as the object ID of a script. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text);
}

/** The requested ID, or the first of `_2`, `_3`, … that is free. */
export function uniqueId(requested: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(requested)) return requested;
  let n = 2;
  while (isTaken(`${requested}_${n}`)) n += 1;
  return `${requested}_${n}`;
}
