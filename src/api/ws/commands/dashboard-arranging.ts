import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import type { ExactJson } from '../../../core/json.ts';
import {
  arrangesDashboard,
  OWN_KEY,
  seesDashboard,
} from '../../../entities/dashboards/dashboard-permissions.ts';
import type { Dashboards } from '../../../entities/dashboards/dashboards.ts';
import { visibleCards } from '../../../entities/visibility/visible-dashboard.ts';
import { AnyObject, IsoTime, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

const urlPath = z.string().max(200).nullish();
const Revision = z.string().max(64).nullable();

/**
 * `hearth/dashboard/*`: dashboards for those that arrange them. A save names the revision that it changes, so that two
 * users do not overwrite each other, and the earlier cards are kept as versions.
 */
export function dashboardArrangingCommands({ dashboards }: { readonly dashboards: Dashboards }): Command[] {
  const cardsOf = (path: string | null, access: Access): string | null => {
    const json = dashboards.savedCards(path);
    if (json !== null && !seesDashboard(access, dashboards.permissions(path)))
      throw fault('config_not_found', 'no_dashboard_config');
    return json;
  };
  const refuseOthers = (path: string | null, access: Access): void => {
    if (!arrangesDashboard(access, dashboards.permissions(path))) throw fault('unauthorized', 'unauthorized');
  };
  return [
    defineCommand({
      type: 'hearth/dashboard/get',
      permission: 'user',
      summary:
        'The cards of a dashboard that the caller sees, with the revision to name when saving; null for one that clients generate',
      result: object({ config: AnyObject.nullable(), revision: Revision, may_arrange: z.boolean() }),
      fields: { url_path: urlPath },
      handle: ({ message: { url_path: path = null }, access }) => {
        const json = cardsOf(path, access);
        const mayArrange = arrangesDashboard(access, dashboards.permissions(path));
        const shown = json === null || access.mayRead === null ? json : visibleCards(json, access);
        return new RawJson(
          `{"config":${shown},"revision":${JSON.stringify(json === null ? null : revisionOf(json))},"may_arrange":${mayArrange}}`,
        );
      },
    }),
    defineCommand({
      type: 'hearth/dashboard/save',
      changes: 'undoable',
      permission: 'user',
      summary:
        'Saves the cards of a dashboard unless they were changed since the named revision, which is a `conflict`; for administrators and those that the cards name',
      result: object({ revision: z.string() }),
      fields: { url_path: urlPath, config: z.record(z.string(), z.unknown()), revision: Revision },
      exact: 'config',
      handle: async ({ message: { url_path: path = null, config, revision }, access }) => {
        refuseOthers(path, access);
        const before = dashboards.savedCards(path);
        if ((before === null ? null : revisionOf(before)) !== revision)
          throw fault('conflict', 'dashboard_changed_since_read');
        const own = access.isAdmin ? config : withPermissionsOf(before, config);
        const json = exactJsonText(own as ExactJson);
        await dashboards.saveConfig(path, json, access.userId);
        return { revision: revisionOf(json) };
      },
    }),
    defineCommand({
      type: 'hearth/dashboard/versions',
      permission: 'user',
      summary: 'The saved versions of a dashboard, the newest first; for those that arrange it',
      result: z.array(
        object({ version: z.number(), time: IsoTime, kind: z.string(), user_id: NullableText }),
      ),
      fields: { url_path: urlPath },
      handle: ({ message: { url_path: path = null }, access }) => {
        refuseOthers(path, access);
        return dashboards.versions(path);
      },
    }),
    defineCommand({
      type: 'hearth/dashboard/version',
      permission: 'user',
      summary: 'The cards of one version of a dashboard; for those that arrange it',
      result: AnyObject,
      fields: { url_path: urlPath, version: z.int().min(1) },
      handle: async ({ message: { url_path: path = null, version }, access }) => {
        refuseOthers(path, access);
        return new RawJson(await dashboards.version(path, version));
      },
    }),
  ];
}

/** Only administrators change who sees and arranges a dashboard. */
function withPermissionsOf(before: string | null, config: Readonly<Record<string, unknown>>): object {
  const { [OWN_KEY]: given, ...others } = config;
  const kept = before === null ? undefined : (JSON.parse(before) as Record<string, unknown>)[OWN_KEY];
  const { see, arrange } = (kept ?? {}) as Record<string, unknown>;
  const rest = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const { see: _see, arrange: _arrange, ...free } = rest;
  const own = {
    ...free,
    ...(see === undefined ? {} : { see }),
    ...(arrange === undefined ? {} : { arrange }),
  };
  return Object.keys(own).length === 0 ? others : { ...others, [OWN_KEY]: own };
}

/** Identifies the text of cards. */
function revisionOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}
