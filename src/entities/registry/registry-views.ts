import type { ConfigEntry, EntryStatus } from './config-entries.ts';
import type { DeviceEntry } from './device-registry.ts';
import type { EntityEntry } from './entity-registry.ts';

/** A registry entry as in `config/entity_registry/list`. */
export function showEntityEntry(
  entry: EntityEntry,
): Readonly<Record<string, unknown>> & { readonly entity_id: string } {
  return {
    area_id: entry.area_id,
    categories: entry.categories,
    config_entry_id: entry.config_entry_id,
    config_subentry_id: null,
    created_at: entry.created_at,
    device_id: entry.device_id,
    disabled_by: entry.disabled_by,
    entity_category: entry.entity_category,
    entity_id: entry.entity_id,
    has_entity_name: true,
    hidden_by: entry.hidden_by,
    icon: entry.icon,
    id: entry.id,
    labels: entry.labels,
    modified_at: entry.modified_at,
    name: entry.name,
    next_name_part: entry.device_id === null ? null : 'device',
    options: entry.options,
    original_name: entry.original_name,
    platform: entry.platform,
    translation_key: entry.translation_key,
    unique_id: entry.unique_id,
  };
}

/** A registry entry with all details, as in `config/entity_registry/get`. */
export function showEntityDetails(
  entry: EntityEntry,
): Readonly<Record<string, unknown>> & { readonly entity_id: string } {
  return {
    ...showEntityEntry(entry),
    aliases: entry.aliases,
    capabilities: Object.keys(entry.capabilities).length === 0 ? null : entry.capabilities,
    device_class: entry.device_class,
    original_device_class: entry.original_device_class,
    original_icon: entry.original_icon,
  };
}

/** A device as in `config/device_registry/list`. */
export function showDevice(device: DeviceEntry): Readonly<Record<string, unknown>> {
  return {
    ...device,
    config_entries: [device.config_entry_id],
    config_entries_subentries: { [device.config_entry_id]: [null] },
    config_subentry_id: null,
    next_name_part: null,
    primary_config_entry: device.config_entry_id,
  };
}

/** A config entry as in `config_entries/get`, without what was entered. */
export function showConfigEntry(
  entry: ConfigEntry,
  {
    state,
    reason,
    hasOptions,
    hasReconfigure = false,
    removesDevices = false,
    subentryTypes = {},
  }: EntryStatus,
): Readonly<Record<string, unknown>> {
  return {
    created_at: entry.created_at,
    entry_id: entry.entry_id,
    domain: entry.domain,
    modified_at: entry.modified_at,
    title: entry.title,
    source: entry.source,
    state,
    supports_options: hasOptions,
    supports_remove_device: removesDevices,
    supports_unload: true,
    supports_reconfigure: hasReconfigure,
    supported_subentry_types: Object.fromEntries(
      Object.entries(subentryTypes).map(([type, { supportsReconfigure: supports_reconfigure }]) => [
        type,
        { supports_reconfigure },
      ]),
    ),
    pref_disable_new_entities: entry.pref_disable_new_entities,
    pref_disable_polling: entry.pref_disable_polling,
    disabled_by: entry.disabled_by,
    reason,
    error_reason_translation_domain: null,
    error_reason_translation_key: null,
    error_reason_translation_placeholders: null,
    num_subentries: entry.subentries?.length ?? 0,
  };
}
