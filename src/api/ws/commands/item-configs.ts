import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { ItemConfigs } from '../../item-configs.ts';
import { IsoTime, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** `config/history/list`, `diff` and `restore`. */
export function itemConfigCommands(domains: readonly ItemConfigs[]): Command[] {
  const named = { domain: z.enum(domains.map(({ domain }) => domain)), item_id: z.string() };
  const version = z.int().min(1);
  const of = (domain: string): ItemConfigs => {
    const found = domains.find((one) => one.domain === domain);
    if (found === undefined) throw fault('not_found', 'no_items_of_domain', { domain });
    return found;
  };
  return [
    defineCommand({
      type: 'config/history/list',
      permission: 'admin',
      summary: 'The saved versions of an automation, script or scene, the newest first',
      result: z.array(object({ version: z.number(), time: IsoTime, kind: z.string(), file: z.string() })),
      fields: named,
      handle: ({ message }) => of(message.domain).versions(message.item_id),
    }),
    defineCommand({
      type: 'config/history/diff',
      permission: 'admin',
      summary: 'Compares the lines of a version with another version or the current file',
      result: object({ version: z.number(), lines: z.array(object({ op: z.string(), text: z.string() })) }),
      fields: { ...named, version, against: version.optional() },
      handle: ({ message }) => of(message.domain).diff(message.item_id, message.version, message.against),
    }),
    defineCommand({
      type: 'config/history/restore',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Restores the text of a version, byte for byte',
      result: Nothing,
      fields: { ...named, version },
      handle: async ({ message, access, caller }) => {
        const by = { userId: access.userId, reader: caller.tokenId };
        await of(message.domain).restore(message.item_id, message.version, by);
        return null;
      },
    }),
  ];
}
