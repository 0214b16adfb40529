import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import type { ExactJson } from '../../../core/json.ts';
import type { ItemConfigs } from '../../item-configs.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

/** What finds the item behind an entity. */
export interface ItemEntities {
  /** The id of the item an entity is made from; null where it is made from none that has one. */
  itemOf(domain: string, entityId: string): string | null;
}

/** `automation/config`, `script/config`, and `config/history/list`, `diff` and `restore`. */
export function itemConfigCommands(domains: readonly ItemConfigs[], entities: ItemEntities): Command[] {
  const named = { domain: z.enum(domains.map(({ domain }) => domain)), item_id: z.string() };
  const version = z.int().min(1);
  const of = (domain: string): ItemConfigs => {
    const found = domains.find((one) => one.domain === domain);
    if (found === undefined) throw new HubError('not_found', `There are no items of ${domain}`);
    return found;
  };
  return [
    ...domains
      .filter(({ domain }) => domain !== 'scene')
      .map((items) =>
        defineCommand({
          type: `${items.domain}/config`,
          permission: 'admin',
          summary: `The configuration an entity of ${items.domain} is made from`,
          fields: { entity_id: z.string() },
          handle: async ({ message, caller }) => {
            const id = entities.itemOf(items.domain, message.entity_id.toLowerCase());
            if (id === null) throw new HubError('not_found', 'Entity not found');
            const { config } = await items.read(id, caller.tokenId);
            return new RawJson(`{"config":${exactJsonText(config as ExactJson)}}`);
          },
        }),
      ),
    defineCommand({
      type: 'config/history/list',
      permission: 'admin',
      summary: 'The kept versions of an automation, script or scene, the newest first',
      fields: named,
      handle: ({ message }) => of(message.domain).versions(message.item_id),
    }),
    defineCommand({
      type: 'config/history/diff',
      permission: 'admin',
      summary: 'The lines of a version beside those of another, or of what the file holds now',
      fields: { ...named, version, against: version.optional() },
      handle: ({ message }) => of(message.domain).diff(message.item_id, message.version, message.against),
    }),
    defineCommand({
      type: 'config/history/restore',
      permission: 'admin',
      summary: 'Brings back the text of a version, byte for byte',
      fields: { ...named, version },
      handle: async ({ message, access, caller }) => {
        const by = { userId: access.userId, reader: caller.tokenId };
        await of(message.domain).restore(message.item_id, message.version, by);
        return null;
      },
    }),
  ];
}
