import { message } from '../core/messages.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { Registration } from '../integrations/mobile-app/registration.ts';
import { entryOf } from './config-entries.ts';
import type { ImportContext } from './import-plan.ts';
import { mapOf, mapsOf, textOf } from './stored-fields.ts';
import { loginsOf } from './users.ts';

const APPS = 'https://home-assistant.io/';
/** The bytes of a key, and the letters of one of a very old app. */
const KEY_BYTES = 32;

/** Companion apps go on talking to their webhook with their key; their sensors come back with their names. */
export async function importPhones(context: ImportContext): Promise<void> {
  const { stored, plan, report } = context;
  for (const entry of mapsOf((await stored.data('core.config_entries')).entries)) {
    if (entry.domain !== 'mobile_app') continue;
    const id = String(entry.entry_id);
    const data = mapOf(entry.data);
    const name = textOf(data.device_name) ?? textOf(entry.title) ?? id;
    const userId = textOf(data.user_id);
    const logins = userId === null ? [] : loginsOf(context, userId);
    const login = logins.find(({ client_id: client }) => client?.startsWith(APPS) === true);
    const own = [...plan.all<EntityEntry>('entities')].filter((one) => one.config_entry_id === id);
    const read = Registration.safeParse({
      os_version: null,
      ...{ ...data, app_data: mapOf(data.app_data), supports_encryption: data.supports_encryption === true },
      ...{ entry_id: id, secret: keyOf(textOf(data.secret)), token_id: login?.id ?? null, cloud_push: true },
    });
    if (!read.success) {
      const missing = message(login === undefined ? 'reason_no_app_login' : 'reason_registration_incomplete');
      report.waiting('phone', name, message('reason_phone_waits', { missing, count: own.length }));
      continue;
    }
    plan.put('config_entries', id, entryOf(entry, {}));
    plan.put('mobile_app', id, read.data);
    report.imported('phone', name);
  }
}

/** The key in hexadecimal. */
function keyOf(secret: string | null): string | null {
  if (secret === null || secret === '') return null;
  if (/^[\da-f]{64}$/i.test(secret)) return secret.toLowerCase();
  return Buffer.from(secret.slice(0, KEY_BYTES).padEnd(KEY_BYTES, '\0'), 'latin1').toString('hex');
}
