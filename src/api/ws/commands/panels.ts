import { z } from 'zod';
import { schemaError } from '../../../core/schema-error.ts';
import type { Panels } from '../../../entities/dashboards/panels.ts';
import { LINK } from '../../official-frontend/link.ts';
import { PanelsShape } from '../../shapes/dashboard-shapes.ts';
import { Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** The dependencies of the commands of pages. */
export interface PanelCommandParts {
  readonly panels: Panels;
  /** The installed official frontend; null without one. */
  readonly official: OfficialFrontend | null;
}

/** The installed official frontend, and the port at which it is served. */
export interface OfficialFrontend {
  readonly version: string;
  readonly port: () => number;
}

const icon = z.string().regex(/^[^:]+:.+$/, schemaError('expects_icon'));

/** The pages of the official frontend [frontend facts §5]. */
export function panelCommands({ panels, official }: PanelCommandParts): Command[] {
  return [
    defineCommand({
      type: 'get_panels',
      permission: 'user',
      summary: 'The pages of the official frontend that the caller may open, by path',
      result: PanelsShape,
      fields: {},
      handle: ({ access }) =>
        Object.fromEntries(
          [...panels.list(), ...(official === null ? [] : [LINK])]
            .filter((panel) => access.isAdmin || !panel.require_admin)
            // Dashboards may be named after anything.
            .filter((panel) => access.mayRead === null || panel.config === null || panel === LINK)
            .map((panel) => [panel.url_path, panel]),
        ),
    }),
    defineCommand({
      type: 'frontend/update_panel',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes how a page of the official frontend is listed; null restores a default',
      result: Nothing,
      fields: {
        url_path: z.string(),
        title: z.string().nullish(),
        icon: icon.nullish(),
        require_admin: z.boolean().nullish(),
        show_in_sidebar: z.boolean().nullish(),
      },
      handle: async ({ message: { url_path: path, title, icon, require_admin, show_in_sidebar } }) => {
        await panels.update(path, { title, icon, require_admin, show_in_sidebar });
        return null;
      },
    }),
    defineCommand({
      type: 'frontend/get_version',
      permission: 'user',
      summary: 'The version of the installed official frontend; null without one',
      result: object({ version: NullableText }),
      fields: {},
      handle: () => ({ version: official?.version ?? null }),
    }),
    defineCommand({
      type: 'hearth/official_frontend',
      permission: 'user',
      summary: 'The installed official frontend with the port at which it is; null without one',
      result: object({ version: z.string(), port: z.int() }).nullable(),
      fields: {},
      handle: () => (official === null ? null : { version: official.version, port: official.port() }),
    }),
    defineSubscription({
      type: 'frontend/subscribe_extra_js',
      permission: 'user',
      summary: 'Scripts that integrations add to the official frontend, of which there are none',
      fields: {},
      subscribe: () => () => {},
    }),
  ];
}
