import { SavedValues } from '../auth/stored-data.ts';
import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { mapOf, textOf } from './stored-fields.ts';

/** The owner of what clients store for all users. */
const HOME = 'house';
const PREFIX = 'frontend.user_data_';

/** What the frontend stored for users and for the home, and which entities assistants may use. */
export async function importClientData(context: ImportContext): Promise<void> {
  const { folder, stored, plan, report } = context;
  for (const path of folder.below('.storage')) {
    const key = path.slice('.storage/'.length);
    if (!key.startsWith(PREFIX)) continue;
    const user = key.slice(PREFIX.length);
    const data = await stored.data(key);
    if (plan.has('users', user)) plan.put('kept_data', user, SavedValues.parse(data));
    else report.skipped('file', path, message('reason_user_not_imported'));
    if (plan.has('users', user)) report.imported('file', path);
  }
  const system = await stored.data('frontend.system_data');
  if (Object.keys(system).length > 0) {
    plan.put('kept_data', HOME, SavedValues.parse(system));
    report.imported('file', '.storage/frontend.system_data');
  }
  await importExposure(context);
}

/** The choices for entities without a registry entry; others have them in the options of their entry. */
async function importExposure({ stored, plan, report }: ImportContext): Promise<void> {
  const data = await stored.data('homeassistant.exposed_entities');
  const fresh = choices(data.assistants, 'expose_new');
  if (Object.keys(fresh).length > 0) plan.put('exposed_entities', '', fresh);
  for (const [id, entity] of Object.entries(mapOf(data.exposed_entities))) {
    const chosen = choices(mapOf(entity).assistants, 'should_expose');
    if (Object.keys(chosen).length > 0 && textOf(id) !== '') plan.put('exposed_entities', id, chosen);
  }
  if (Object.keys(data).length > 0) report.imported('file', '.storage/homeassistant.exposed_entities');
}

function choices(assistants: unknown, key: string): Record<string, boolean> {
  const chosen = Object.entries(mapOf(assistants)).flatMap(([assistant, settings]): [string, boolean][] => {
    const value = mapOf(settings)[key];
    return typeof value === 'boolean' ? [[assistant, value]] : [];
  });
  return Object.fromEntries(chosen);
}
