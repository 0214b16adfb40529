import { objectIdOf } from '../../core/entity-id.ts';
import type { Attributes } from '../../core/state.ts';
import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import { featureBits } from '../../domains/definition/define-domain.ts';
import type { DeviceEntry } from '../registry/device-registry.ts';
import type { EntityEntry, SourceFields } from '../registry/entity-registry.ts';
import type { EntityDescription } from './entity-description.ts';

/** The source's description of an entity as fields of its registry entry. */
export function sourceFields(
  description: EntityDescription,
  device: DeviceEntry | undefined,
  configEntryOf: (platform: string) => string | null,
): SourceFields {
  const features = new Set(description.features);
  return {
    config_entry_id: description.configEntryId ?? configEntryOf(description.platform),
    device_id: device?.id ?? description.deviceId ?? null,
    original_name: description.name,
    original_icon: description.icon ?? null,
    original_device_class: description.deviceClass ?? null,
    unit_of_measurement: description.unit ?? null,
    entity_category: description.entityCategory ?? null,
    capabilities: registered(description),
    supported_features: featureBits(description.domain, features) ?? 0,
    translation_key: null,
  };
}

function registered({ capabilities = {}, registered: names }: EntityDescription): Values {
  if (names === undefined) return { ...capabilities };
  return Object.fromEntries(Object.entries(capabilities).filter(([name]) => names.includes(name)));
}

/** The device name and the entity's own name; names set by the user take precedence, whole ones over all. */
export function friendlyName(
  description: Pick<EntityDescription, 'name'>,
  entry: Pick<EntityEntry, 'name' | 'compat_name'> | undefined,
  device: Pick<DeviceEntry, 'name' | 'name_by_user'> | undefined,
): string | null {
  if (entry?.compat_name != null) return entry.compat_name;
  const own = entry?.name ?? description.name;
  const ofDevice = device?.name_by_user ?? device?.name ?? null;
  if (ofDevice === null) return own;
  return own === null || own === '' ? ofDevice : `${ofDevice} ${own}`;
}

/** The attributes of an entity that its source has not added yet. */
export function restoredAttributes(
  entry: EntityEntry,
  domain: Domain,
  device: DeviceEntry | undefined,
): Attributes {
  const features = new Set(
    Object.keys(domain.features).filter(
      (name) => (entry.supported_features & (domain.features[name] ?? 0)) !== 0,
    ),
  );
  const capabilities = domain.presentCapabilities?.(entry.capabilities, features) ?? entry.capabilities;
  const icon = entry.icon ?? entry.original_icon;
  const deviceClass = entry.device_class ?? entry.original_device_class;
  const bits = featureBits(domain, features);
  return {
    ...capabilities,
    restored: true,
    ...(deviceClass === null ? {} : { device_class: deviceClass }),
    ...(icon === null ? {} : { icon }),
    friendly_name: friendlyName({ name: entry.original_name }, entry, device) ?? objectIdOf(entry.entity_id),
    ...(bits === undefined ? {} : { supported_features: bits }),
  };
}
