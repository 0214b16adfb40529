import type { Values } from '../../domains/definition/define-domain.ts';

/** The players of an integration by both of their IDs. */
export interface KnownPlayers {
  entityIdOf(uniqueId: string): string | undefined;
  uniqueIdOf(entityId: string): string | undefined;
}

/**
 * Translates the members of groups of players: the home knows them by their entity IDs, an integration by their unique
 * IDs. One that reports entity IDs also gets them in commands.
 */
export class PlayerGroups {
  private readonly known: KnownPlayers;
  private usesUniqueIds = false;

  constructor(known: KnownPlayers) {
    this.known = known;
  }

  /** Values that an integration reports, as the home knows them. */
  forHome(values: Values): Values {
    const { group_members: members } = values;
    if (!Array.isArray(members)) return values;
    const ids = members.map((member) => {
      const id = this.known.entityIdOf(String(member));
      this.usesUniqueIds ||= id !== undefined;
      return id ?? (String(member).startsWith('media_player.') ? String(member) : undefined);
    });
    return { ...values, group_members: ids.filter((id) => id !== undefined) };
  }

  /** The fields of a command, as the integration knows them. */
  forIntegration(fields: Values): Values {
    const { group_members: members } = fields;
    if (!Array.isArray(members) || !this.usesUniqueIds) return fields;
    // Players of others stay as they are: the integration says that it does not know them.
    return { ...fields, group_members: members.map((id) => this.known.uniqueIdOf(String(id)) ?? id) };
  }
}
