import { message } from '../core/messages.ts';
import type { DeviceEntry } from '../entities/registry/device-registry.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { entryKinds } from '../helpers/entry-kinds.ts';
import type { ImportContext } from './import-plan.ts';

const PLATFORMS: ReadonlySet<string> = new Set(entryKinds.map(({ domain }) => domain));
/** Helpers that are shown with the device of their source only here. */
const WITH_DEVICE: ReadonlySet<string> = new Set(['min_max', 'utility_meter']);

/** The name of a device does not belong to the names of its helpers here: they keep it as a part of their own. */
export async function keepHelperNames({ plan, report }: ImportContext): Promise<void> {
  for (const entry of [...plan.all<EntityEntry>('entities')]) {
    const { platform, device_id: deviceId, entity_id: id } = entry;
    if (!PLATFORMS.has(platform)) continue;
    const device = deviceId === null ? undefined : plan.get<DeviceEntry>('devices', deviceId);
    if (device === undefined) {
      if (WITH_DEVICE.has(platform)) report.partial('entity', id, message('reason_source_device'));
      continue;
    }
    const own = entry.name ?? entry.original_name;
    const name = device.name_by_user ?? device.name;
    const shown = entry.compat_name ?? [name, own].filter((part) => part !== null).join(' ');
    plan.put('entities', entry.id, { ...entry, compat_name: shown } satisfies EntityEntry);
  }
}
