import { type Entity, textOf } from '../state/entity.ts';

/** The address of an entity's picture: one of this server, or none. */
export function pictureOf(entity: Entity): string | undefined {
  const path = textOf(entity, 'entity_picture');
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}
