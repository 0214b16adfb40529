import { z } from 'zod';
import { Names, object } from '../../shapes/plain-shapes.ts';
import type { Webhooks } from '../../webhooks.ts';
import { type Command, defineCommand } from '../command.ts';

/** The webhooks of automations. Those of companion apps are secrets of the apps and are not listed. */
export function webhookCommands(webhooks: Pick<Webhooks, 'list'>): Command[] {
  return [
    defineCommand({
      type: 'webhook/list',
      permission: 'admin',
      summary: 'The webhooks of automations, without those of companion apps',
      result: z.array(
        object({
          webhook_id: z.string(),
          domain: z.string(),
          name: z.string(),
          local_only: z.boolean(),
          allowed_methods: Names,
        }),
      ),
      fields: {},
      handle: () =>
        webhooks.list().map(({ id, name, localOnly, methods }) => ({
          ...{ webhook_id: id, domain: 'automation', name, local_only: localOnly },
          allowed_methods: [...methods].sort(),
        })),
    }),
  ];
}
