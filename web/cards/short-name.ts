import { type Entity, nameOf } from '../state/entity.ts';

/** The name of an entity without the name of its room: `Kitchen Ceiling` is `Ceiling` in the kitchen. */
export function shortName(entity: Entity, roomName: string | undefined): string {
  const name = nameOf(entity);
  if (roomName === undefined || name.length <= roomName.length + 1) return name;
  const isAhead = name.slice(0, roomName.length + 1).toLowerCase() === `${roomName.toLowerCase()} `;
  const rest = name.slice(roomName.length + 1).trim();
  return isAhead && rest !== '' ? rest.slice(0, 1).toUpperCase() + rest.slice(1) : name;
}
