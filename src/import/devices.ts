import { message } from '../core/messages.ts';
import { macText } from '../entities/registry/device-keys.ts';
import type { DeviceEntry } from '../entities/registry/device-registry.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, textOf, textsOf, timesOf } from './stored-fields.ts';

/** Devices with their IDs, names and areas. Removed devices are named only. */
export async function importDevices(context: ImportContext): Promise<void> {
  const { stored, plan, report } = context;
  const data = mapOf((await stored.read('core.device_registry'))?.data);
  for (const device of mapsOf(data.devices)) importDevice(context, device, configEntryOf(device));
  for (const child of mapsOf(data.child_devices)) importDevice(context, child, configEntryOf(child));
  for (const device of plan.all<DeviceEntry>('devices')) dropDangling(context, device);
  for (const removed of mapsOf(data.deleted_devices))
    report.skipped(
      'removed device',
      textOf(removed.name_by_user) ?? textOf(removed.id) ?? '?',
      message('reason_device_returns'),
    );
}

function importDevice({ plan, report }: ImportContext, device: Fields, configEntry: string): void {
  const id = textOf(device.id);
  if (id === null) return;
  const shown = textOf(device.name_by_user) ?? textOf(device.name) ?? id;
  const identifiers = pairsOf(device.identifiers);
  const label = `${shown} (${identifiers[0]?.join(':') ?? id})`;
  plan.put('devices', id, {
    id,
    area_id: textOf(device.area_id),
    config_entry_id: configEntry,
    configuration_url: textOf(device.configuration_url),
    connections: pairsOf(device.connections).map(([kind, value]) => [
      kind,
      kind === 'mac' ? macText(value) : value,
    ]),
    disabled_by: textOf(device.disabled_by),
    entry_type: textOf(device.entry_type),
    hw_version: textOf(device.hw_version),
    identifiers,
    labels: textsOf(device.labels).filter((one) => plan.has('labels', one)),
    manufacturer: textOf(device.manufacturer),
    model: textOf(device.model),
    model_id: textOf(device.model_id),
    name: textOf(device.name),
    name_by_user: textOf(device.name_by_user),
    parent_device_id: textOf(device.parent_device_id),
    serial_number: textOf(device.serial_number),
    sw_version: textOf(device.sw_version),
    via_device_id: textOf(device.via_device_id),
    ...timesOf(device),
  } satisfies DeviceEntry);
  report.imported('device', label);
  const composite = textOf(device.composite_device_id);
  if (composite !== null) report.partial('device', label, message('reason_former_id', { id: composite }));
  if (hasOddKeys(device.identifiers)) report.partial('device', label, message('reason_odd_identifiers'));
}

/** References to what is missing are removed. */
function dropDangling({ plan, report }: ImportContext, device: DeviceEntry): void {
  const { id, area_id: area, via_device_id: via, parent_device_id: parent } = device;
  const label = `${device.name_by_user ?? device.name ?? id} (${device.identifiers[0]?.join(':') ?? id})`;
  const gone = (collection: string, to: string | null): boolean => to !== null && !plan.has(collection, to);
  if (gone('areas', area))
    report.partial('device', label, message('reason_area_missing', { id: String(area) }));
  plan.put('devices', id, {
    ...device,
    area_id: gone('areas', area) ? null : area,
    via_device_id: gone('devices', via) ? null : via,
    parent_device_id: gone('devices', parent) ? null : parent,
  } satisfies DeviceEntry);
}

/** Devices that several integrations share have a list in older files. */
function configEntryOf(device: Fields): string {
  const several = textsOf(device.config_entries);
  return textOf(device.primary_config_entry) ?? textOf(device.config_entry_id) ?? several[0] ?? '';
}

function pairsOf(value: unknown): [string, string][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair): [string, string][] =>
    Array.isArray(pair) && pair.length >= 2 ? [[String(pair[0]), pair.slice(1).map(String).join('_')]] : [],
  );
}

function hasOddKeys(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some(
      (pair) => !Array.isArray(pair) || pair.length !== 2 || pair.some((one) => typeof one !== 'string'),
    )
  );
}
