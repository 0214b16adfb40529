import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import type { ExactJson } from '../../../core/json.ts';
import { schemaError } from '../../../core/schema-error.ts';
import type { DashboardsInFiles } from '../../../entities/dashboards/dashboard-files.ts';
import { dashboardPermissions, seesDashboard } from '../../../entities/dashboards/dashboard-permissions.ts';
import { type DashboardResources, RESOURCE_TYPES } from '../../../entities/dashboards/dashboard-resources.ts';
import type { DashboardChange, Dashboards } from '../../../entities/dashboards/dashboards.ts';
import { visibleCards } from '../../../entities/visibility/visible-dashboard.ts';
import {
  DashboardChangesShape,
  DashboardFileShape,
  DashboardResourceShape,
  DashboardShape,
} from '../../shapes/dashboard-shapes.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription, RawJson } from '../command.ts';

/** The dependencies of the commands of dashboards. */
export interface DashboardCommandParts {
  readonly dashboards: Dashboards;
  readonly files: DashboardsInFiles;
  readonly resources: DashboardResources;
}

const icon = z.string().regex(/^[^:]+:.+$/, schemaError('expects_icon'));
const urlPath = z.string().max(200).nullish();
const resourceType = z.enum(RESOURCE_TYPES);
const url = z.string().min(1).max(2000);

/** Scripts of cards are for those that see all of them. */
const seesResources = ({ mayRead }: Access): boolean => mayRead === null;

/** `lovelace/*`: the dashboards that clients such as the official frontend arrange [frontend facts §7]. */
export function dashboardCommands({ dashboards, files, resources }: DashboardCommandParts): Command[] {
  return [
    ...configCommands(dashboards, files),
    ...listCommands(dashboards, files),
    ...resourceCommands(resources),
    defineCommand({
      type: 'lovelace/info',
      permission: 'user',
      summary: 'Where the resources of dashboards are kept: `storage`, or `yaml` for the settings file',
      result: object({ resource_mode: z.string() }),
      fields: {},
      handle: () => ({ resource_mode: resources.mode }),
    }),
  ];
}

function configCommands(dashboards: Dashboards, files: DashboardsInFiles): Command[] {
  const fromFile = async (path: string | null, access: Access): Promise<RawJson> => {
    const json = await files.cards(path);
    if (!seesDashboard(access, dashboardPermissions(json)))
      throw fault('config_not_found', 'no_dashboard_config');
    return new RawJson(access.mayRead === null ? json : visibleCards(json, access));
  };
  return [
    defineCommand({
      type: 'lovelace/config',
      permission: 'user',
      summary: 'The cards of a dashboard; `config_not_found` for one that clients generate',
      result: AnyObject,
      fields: { url_path: urlPath, force: z.boolean().default(false) },
      handle: ({ message: { url_path: path = null }, access }) => {
        if (files.has(path)) return fromFile(path, access);
        if (!seesDashboard(access, dashboards.permissions(path)))
          throw fault('config_not_found', 'no_dashboard_config');
        const json = dashboards.config(path);
        return new RawJson(access.mayRead === null ? json : visibleCards(json, access));
      },
    }),
    defineCommand({
      type: 'lovelace/config/save',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Saves the cards of a dashboard; `lovelace/config` returns them unchanged',
      result: Nothing,
      fields: { url_path: urlPath, config: z.union([z.string(), z.record(z.string(), z.unknown())]) },
      exact: 'config',
      handle: async ({ message: { url_path: path = null, config }, access }) => {
        await dashboards.saveConfig(path, exactJsonText(config as ExactJson), access.userId);
        return null;
      },
    }),
    defineCommand({
      type: 'lovelace/config/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Deletes the cards of a dashboard, so that clients generate it again',
      result: Nothing,
      fields: { url_path: urlPath },
      handle: async ({ message: { url_path: path = null } }) => {
        await dashboards.deleteConfig(path);
        return null;
      },
    }),
  ];
}

function listCommands(dashboards: Dashboards, files: DashboardsInFiles): Command[] {
  const isShown = (access: Access, path: string): boolean =>
    seesDashboard(access, dashboards.permissions(path));
  const shown = (access: Access) => dashboards.list().filter(({ url_path: path }) => isShown(access, path));
  return [
    defineCommand({
      type: 'lovelace/dashboards/list',
      permission: 'user',
      summary: 'The dashboards besides the default one, without their cards',
      result: z.array(z.union([DashboardShape, DashboardFileShape])),
      fields: {},
      handle: ({ access }) => [...shown(access), ...(access.mayRead === null ? files.list() : [])],
    }),
    defineCommand({
      type: 'lovelace/dashboards/create',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Creates a dashboard; its path needs a hyphen unless `allow_single_word` is set',
      result: DashboardShape,
      fields: {
        url_path: z.string().min(1).max(200),
        title: z.string().min(1).max(255),
        icon: icon.optional(),
        mode: z.literal('storage').optional(),
        show_in_sidebar: z.boolean().default(true),
        require_admin: z.boolean().default(false),
        allow_single_word: z.boolean().default(false),
      },
      handle: ({ message }) => {
        const { url_path, title, icon, show_in_sidebar, require_admin, allow_single_word } = message;
        return dashboards.create({
          url_path,
          title,
          icon,
          show_in_sidebar,
          require_admin,
          allow_single_word,
        });
      },
    }),
    defineCommand({
      type: 'lovelace/dashboards/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes a dashboard; a null icon removes it',
      result: DashboardShape,
      fields: {
        dashboard_id: z.string(),
        title: z.string().min(1).max(255).optional(),
        icon: icon.nullish(),
        show_in_sidebar: z.boolean().optional(),
        require_admin: z.boolean().optional(),
      },
      handle: ({ message: { dashboard_id: id, title, icon, show_in_sidebar, require_admin } }) =>
        dashboards.update(id, { title, icon, show_in_sidebar, require_admin }),
    }),
    defineCommand({
      type: 'lovelace/dashboards/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Deletes a dashboard with its cards',
      result: Nothing,
      fields: { dashboard_id: z.string() },
      handle: async ({ message }) => {
        await dashboards.delete(message.dashboard_id);
        return null;
      },
    }),
    defineSubscription({
      type: 'lovelace/dashboards/subscribe',
      permission: 'user',
      summary: 'The dashboards besides the default one, then each change',
      event: DashboardChangesShape,
      fields: {},
      subscribe: ({ access }, feed) => {
        const event = ({ change_type, item }: DashboardChange) => ({
          ...{ change_type, dashboard_id: item.id, item },
        });
        const items = shown(access).map((item) => event({ change_type: 'added', item }));
        feed.event(JSON.stringify(items));
        return dashboards.subscribe((change) => {
          // The permissions of a removed one are gone with its cards.
          const { item, change_type } = change;
          const isSeen =
            access.mayRead === null || (change_type !== 'removed' && isShown(access, item.url_path));
          if (isSeen) feed.event(JSON.stringify([event(change)]));
        });
      },
    }),
  ];
}

function resourceCommands(resources: DashboardResources): Command[] {
  const list = ({ access }: { readonly access: Access }) => (seesResources(access) ? resources.list() : []);
  return [
    ...['lovelace/resources', 'lovelace/resources/list'].map((type) =>
      defineCommand({
        type,
        permission: 'user',
        summary: 'The scripts and style sheets that clients load with dashboards, in order',
        result: z.array(DashboardResourceShape),
        fields: {},
        handle: list,
      }),
    ),
    defineCommand({
      type: 'lovelace/resources/create',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Adds a script or style sheet for dashboards',
      result: DashboardResourceShape,
      fields: { res_type: resourceType, url },
      handle: ({ message: { res_type: type, url } }) => resources.create({ type, url }),
    }),
    defineCommand({
      type: 'lovelace/resources/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes a script or style sheet for dashboards',
      result: DashboardResourceShape,
      fields: { resource_id: z.string(), res_type: resourceType.optional(), url: url.optional() },
      handle: ({ message: { resource_id: id, res_type: type, url } }) =>
        resources.update(id, {
          ...(type === undefined ? {} : { type }),
          ...(url === undefined ? {} : { url }),
        }),
    }),
    defineCommand({
      type: 'lovelace/resources/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Removes a script or style sheet for dashboards',
      result: Nothing,
      fields: { resource_id: z.string() },
      handle: async ({ message }) => {
        await resources.delete(message.resource_id);
        return null;
      },
    }),
  ];
}
