import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { keyed, Nothing, object } from '../../shapes/plain-shapes.ts';
import { ConfigurationShape } from '../../shapes/state-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** A page of the app as `get_panels` lists it. */
export interface Panel {
  readonly component_name: string;
  readonly icon: string | null;
  readonly title: string | null;
  readonly url_path: string;
  readonly require_admin: boolean;
}

const COALESCE = 'coalesce_messages';
const ERROR_KEYS = 'error_keys';

/** What a connection needs besides entities: ping, supported features, configuration. */
export function coreCommands(parts: {
  configuration(access: Access): unknown;
  readonly panels: readonly Panel[];
}): Command[] {
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
    defineCommand({
      type: 'get_panels',
      permission: 'user',
      summary: 'The pages of the app the caller may open, by path',
      result: keyed(object({ component_name: z.string(), url_path: z.string() })),
      fields: {},
      handle: ({ access }) =>
        Object.fromEntries(
          parts.panels
            .filter((panel) => access.isAdmin || !panel.require_admin)
            .map((panel) => [panel.url_path, { ...panel, config: null, config_panel_domain: null }]),
        ),
    }),
  ];
}
