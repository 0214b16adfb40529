import { isObject } from '../core/coerce.ts';
import { messageOf } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import type { StoredResource } from '../entities/dashboards/dashboard-resources.ts';
import { RESOURCE_TYPES } from '../entities/dashboards/dashboard-resources.ts';
import type { Dashboard } from '../entities/dashboards/dashboards.ts';
import { Configuration } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { includedFiles } from './includes.ts';
import { type Fields, mapOf, mapsOf, textOf } from './stored-fields.ts';

/** The dashboard that is there without being in the list. */
const DEFAULT = 'lovelace';

/** Dashboards with their cards, and the scripts and style sheets of cards. */
export async function importDashboards(context: ImportContext): Promise<void> {
  const { stored } = context;
  const items = mapsOf((await stored.data('lovelace_dashboards')).items);
  await importCards(context, DEFAULT, DEFAULT, 'Overview');
  for (const item of items) await importDashboard(context, item);
  await importResources(context, mapsOf((await stored.data('lovelace_resources')).items));
  if (context.folder.has('configuration.yaml')) await importYamlDashboards(context);
}

async function importDashboard(context: ImportContext, item: Fields): Promise<void> {
  const { plan, report } = context;
  const [id, path, title] = [textOf(item.id), textOf(item.url_path), textOf(item.title)];
  if (id === null || path === null) return;
  await importCards(context, id, path, title ?? path);
  if (path === DEFAULT) report.partial('dashboard', title ?? path, message('reason_default_dashboard'));
  else plan.put('dashboards', id, dashboardOf(item, { id, path, title: title ?? path }));
}

/** Imports the cards of a dashboard unchanged. */
async function importCards(context: ImportContext, id: string, path: string, title: string): Promise<void> {
  const { stored, plan, report } = context;
  const key =
    id === DEFAULT && !context.folder.has('.storage/lovelace.lovelace') ? DEFAULT : `lovelace.${id}`;
  const config = (await stored.data(key)).config;
  if (!isObject(config)) return;
  plan.put('dashboard_configs', path, { json: JSON.stringify(config) });
  report.imported('dashboard', title);
}

/** Dashboards in files become ones that are edited in the app. */
async function importYamlDashboards(context: ImportContext): Promise<void> {
  const { plan, report, stored, folder } = context;
  const configuration = await Configuration.open(folder);
  const lovelace: Fields = {
    dashboards: await configuration.valueUnder('lovelace', 'dashboards'),
    resources: await configuration.valueUnder('lovelace', 'resources'),
  };
  for (const [path, settings] of Object.entries(mapOf(lovelace.dashboards))) {
    const item = mapOf(settings);
    const [file, title] = [textOf(item.filename), textOf(item.title) ?? path];
    if (file === null || !folder.has(file)) continue;
    for (const one of [file, ...(await includedFiles(folder, await folder.text(file), file))]) {
      stored.used.add(one);
      report.imported('file', one);
    }
    const id = path.replaceAll('-', '_');
    try {
      const config = await configuration.valueOf(file);
      plan.put('dashboards', id, dashboardOf(item, { id, path, title }));
      plan.put('dashboard_configs', path, { json: JSON.stringify(config) });
      report.partial('dashboard', title, message('reason_edited_in_app'));
    } catch (error) {
      report.skipped('dashboard', title, messageOf(error));
    }
  }
  await importResources(context, mapsOf(lovelace.resources));
}

async function importResources(
  { plan, report, folder }: ImportContext,
  items: readonly Fields[],
): Promise<void> {
  for (const item of items) {
    const [url, type] = [
      textOf(item.url),
      RESOURCE_TYPES.find((one) => one === (item.type ?? item.res_type)),
    ];
    if (url === null || type === undefined) continue;
    const id = textOf(item.id) ?? url;
    const file = /^\/local\/([^?#]+)/.exec(url)?.[1];
    if (/^(?:https?:)?\/\//.test(url))
      report.needsApproval('dashboard resource', url, message('reason_foreign_script'));
    else if (file === undefined || !folder.has(`www/${file}`))
      report.skipped('dashboard resource', url, message('reason_card_not_in_www'));
    else {
      const position = plan.count('dashboard_resources') + 1;
      plan.put('dashboard_resources', id, { id, type, url, position } satisfies StoredResource);
      report.imported('dashboard resource', url);
    }
  }
}

function dashboardOf(
  item: Fields,
  { id, path, title }: { readonly id: string; readonly path: string; readonly title: string },
): Dashboard {
  const icon = textOf(item.icon);
  return {
    ...{ id, url_path: path, title, mode: 'storage' },
    ...(icon === null ? {} : { icon }),
    show_in_sidebar: item.show_in_sidebar !== false,
    require_admin: item.require_admin === true,
  };
}
