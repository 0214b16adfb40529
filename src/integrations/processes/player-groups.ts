import type { Values } from '../../domains/definition/define-domain.ts';

/** The players of an integration: it knows them by their unique IDs, the home by their entity IDs. */
export interface KnownPlayers {
  entityIdOf(uniqueId: string): string | undefined;
  uniqueIdOf(entityId: string): string | undefined;
}

/** Values that an integration reports, with the members of a group of players as the home knows them. */
export function groupForHome(values: Values, { entityIdOf }: KnownPlayers): Values {
  const { group_members: members } = values;
  if (!Array.isArray(members)) return values;
  return { ...values, group_members: members.map(entityIdOf).filter((id) => id !== undefined) };
}

/** The fields of a command, with the members of a group of players as the integration knows them. */
export function groupForIntegration(fields: Values, { uniqueIdOf }: KnownPlayers): Values {
  const { group_members: members } = fields;
  if (!Array.isArray(members)) return fields;
  // Players of others stay as they are: the integration says that it does not know them.
  return { ...fields, group_members: members.map((id) => uniqueIdOf(String(id)) ?? id) };
}
