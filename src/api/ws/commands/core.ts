import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { ConfigurationShape } from '../../shapes/state-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const COALESCE = 'coalesce_messages';
const ERROR_KEYS = 'error_keys';

/** What a connection needs besides entities: ping, supported features, configuration. */
export function coreCommands(parts: { configuration(access: Access): unknown }): Command[] {
  return [
    defineCommand({
      type: 'ping',
      permission: 'user',
      summary: 'Checks the connection; the response is a `pong`',
      fields: {},
      reply: 'pong',
      handle: () => undefined,
    }),
    defineCommand({
      type: 'supported_features',
      permission: 'user',
      summary:
        'The features of the client: `coalesce_messages` allows several messages in one array, `error_keys` adds the catalog key and its parameters to errors',
      result: Nothing,
      fields: { features: z.record(z.string(), z.int()) },
      handle: ({ message, connection }) => {
        const features = new Map(Object.entries(message.features));
        if ((features.get(COALESCE) ?? 0) > 0) connection.coalesce();
        if ((features.get(ERROR_KEYS) ?? 0) > 0) connection.errorKeys = true;
      },
    }),
    defineCommand({
      type: 'get_config',
      permission: 'user',
      summary: 'The configuration: version, location, units, time zone, components',
      result: ConfigurationShape,
      fields: {},
      handle: ({ access }) => parts.configuration(access),
    }),
  ];
}
