import { type Entity, textOf } from '../state/entity.ts';

/** The URL of an entity's picture on this server; undefined if there is none. */
export function pictureOf(entity: Entity): string | undefined {
  const path = textOf(entity, 'entity_picture');
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}
