import { message } from '../core/messages.ts';
import type { ConfigEntry, ConfigSubentry } from '../entities/registry/config-entries.ts';
import type { DeviceEntry } from '../entities/registry/device-registry.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { entryKinds } from '../helpers/entry-kinds.ts';
import { builtInDomains } from '../integrations/processes/catalog.ts';
import { importGroup } from './groups.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, textOf, timesOf } from './stored-fields.ts';
import { importTemplateHelper } from './template-helpers.ts';

/** What Home Assistant sets up by itself: it has no meaning outside of its server. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  ...[
    'analytics',
    'backup',
    'bluetooth',
    'cloud',
    'go2rtc',
    'hacs',
    'hassio',
    'hardware',
    'homeassistant_hardware',
  ],
  ...[
    'labs',
    'marketplace',
    'onboarding',
    'raspberry_pi',
    'rpi_power',
    'thread',
    'usb',
    'homeassistant_sky_connect',
  ],
]);
/** Domains that the other parts of the import read. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  'local_calendar',
  'local_todo',
  'mobile_app',
  'mqtt',
  'shopping_list',
]);
/** Integrations that this server provides itself, without an entry. */
const BUILT_IN: ReadonlySet<string> = new Set(['sun']);

/** Helpers made in the app, and an entry for each integration whose entities wait. */
export async function importConfigEntries(context: ImportContext): Promise<void> {
  const { stored, report, plan } = context;
  const helpers = new Map(entryKinds.map((kind) => [kind.domain, kind]));
  const inProcesses = builtInDomains();
  for (const entry of mapsOf((await stored.data('core.config_entries')).entries)) {
    const [id, domain] = [textOf(entry.entry_id), textOf(entry.domain)];
    if (id === null || domain === null) continue;
    const name = `${domain}: ${textOf(entry.title) || id}`;
    if (entry.source === 'ignore') report.skipped('integration', name, message('reason_discovery_declined'));
    else if (helpers.has(domain)) {
      plan.put('config_entries', id, entryOf(entry, helperOptions(domain, entry)));
      report.imported('helper', name);
    } else if (domain === 'group') importGroup(context, entry);
    else if (domain === 'template') importTemplateHelper(context, entry);
    else if (READ_ELSEWHERE.has(domain)) continue;
    else if (BUILT_IN.has(domain)) {
      plan.put('config_entries', id, { ...entryOf(entry, {}), is_waiting: true });
      report.partial('integration', name, message('reason_built_in'));
    } else if (inProcesses.has(domain)) {
      plan.put('config_entries', id, { ...entryOf(entry, {}), ...givenOf(entry) });
      report.imported('integration', name);
    } else importWaiting(context, entry, name);
  }
}

/** Options hold secrets of integrations: those that wait are stored without them. */
function importWaiting({ plan, report }: ImportContext, entry: Fields, name: string): void {
  const [id, domain] = [String(entry.entry_id), String(entry.domain)];
  const isOfServer = OF_THE_SERVER.has(domain);
  // An integration that is added later finds what it was set up with.
  const given = isOfServer ? {} : givenOf(entry);
  plan.put('config_entries', id, { ...entryOf(entry, {}), ...given, is_waiting: true });
  const devices = [...plan.all<DeviceEntry>('devices')].filter((one) => one.config_entry_id === id).length;
  const entities = [...plan.all<EntityEntry>('entities')].filter((one) => one.config_entry_id === id).length;
  if (isOfServer) report.skipped('integration', name, message('reason_other_server'));
  else report.waiting('integration', name, message('reason_until_then', { devices, entities }));
}

/** A config entry with its ID. */
export function entryOf(entry: Fields, options: Fields): ConfigEntry {
  return {
    entry_id: String(entry.entry_id),
    domain: String(entry.domain),
    title: textOf(entry.title) ?? '',
    source: textOf(entry.source) ?? 'user',
    unique_id: textOf(entry.unique_id) ?? null,
    version: versionOf(entry.version),
    minor_version: versionOf(entry.minor_version),
    data: {},
    options: { ...options },
    disabled_by: entry.disabled_by === 'user' ? 'user' : null,
    pref_disable_new_entities: entry.pref_disable_new_entities === true,
    pref_disable_polling: entry.pref_disable_polling === true,
    ...timesOf(entry),
  };
}

/** What an entry was set up with, for its integration. */
function givenOf(entry: Fields): Pick<ConfigEntry, 'data' | 'options' | 'subentries'> {
  const subentries = mapsOf(entry.subentries).flatMap((part): ConfigSubentry[] => {
    const [subentry_id, subentry_type] = [textOf(part.subentry_id), textOf(part.subentry_type)];
    if (subentry_id === null || subentry_type === null) return [];
    const [title, unique_id] = [textOf(part.title) ?? '', textOf(part.unique_id) ?? null];
    return [{ subentry_id, subentry_type, title, unique_id, data: { ...mapOf(part.data) } }];
  });
  return {
    ...{ data: { ...mapOf(entry.data) }, options: { ...mapOf(entry.options) } },
    ...(subentries.length === 0 ? {} : { subentries }),
  };
}

function versionOf(version: unknown): number {
  return typeof version === 'number' && Number.isInteger(version) ? version : 1;
}

/** The options of a helper as its present version writes them; empty ones are left out. */
function helperOptions(domain: string, entry: Fields): Fields {
  const { advanced_settings: advanced, additional_settings: more, ...options } = mapOf(entry.options);
  const given = Object.entries({ ...options, ...mapOf(advanced), ...mapOf(more) });
  const present = Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined));
  if (domain === 'utility_meter') return { periodically_resetting: true, ...present };
  if (domain === 'history_stats') return { state_class: 'measurement', ...present };
  return present;
}
