import { z } from 'zod';
import { schemaError } from '../../../core/schema-error.ts';
import type { Panels } from '../../../entities/dashboards/panels.ts';
import { PanelsShape } from '../../shapes/dashboard-shapes.ts';
import { Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** The dependencies of the commands of pages. */
export interface PanelCommandParts {
  readonly panels: Panels;
  /** The version of the installed official frontend; null without one. */
  readonly frontendVersion: string | null;
}

const icon = z.string().regex(/^[^:]+:.+$/, schemaError('expects_icon'));

/** The pages of the official frontend [frontend facts §5]. */
export function panelCommands({ panels, frontendVersion }: PanelCommandParts): Command[] {
  return [
    defineCommand({
      type: 'get_panels',
      permission: 'user',
      summary: 'The pages of the official frontend that the caller may open, by path',
      result: PanelsShape,
      fields: {},
      handle: ({ access }) =>
        Object.fromEntries(
          panels
            .list()
            .filter((panel) => access.isAdmin || !panel.require_admin)
            // Dashboards may be named after anything.
            .filter((panel) => access.mayRead === null || panel.config === null)
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
      handle: () => ({ version: frontendVersion }),
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
