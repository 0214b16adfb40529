import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import { listOf } from '../../../core/parse.ts';
import type { DeviceEntry, DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import type { Places } from '../../../entities/registry/places.ts';
import { showDevice } from '../../../entities/registry/registry-views.ts';
import { changeDevice } from '../../../entities/registry/user-changes.ts';
import { HomeView } from '../../../entities/visibility/home-view.ts';
import { CachedList } from '../../cached-list.ts';
import { AnyObject, Names, Nothing, object } from '../../shapes/plain-shapes.ts';
import { DeviceShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

/** The dependencies of these commands. */
export interface DeviceRegistryParts {
  readonly devices: DeviceRegistry;
  readonly registry: EntityRegistry;
  readonly places: Places;
  /** Whether the integration agrees to remove the device; false if it would add it again. */
  readonly mayRemove?: (device: DeviceEntry) => Promise<boolean> | boolean;
}

/** The device registry. Limited callers see a device if they may read one of its entities. */
export function deviceRegistryCommands({
  devices,
  registry,
  places,
  mayRemove,
}: DeviceRegistryParts): Command[] {
  const shown = new CachedList(showDevice);
  return [
    defineCommand({
      type: 'config/device_registry/list',
      permission: 'user',
      summary: 'All devices',
      result: z.array(DeviceShape),
      fields: {},
      handle: ({ access }) => {
        if (access.mayRead === null) return new RawJson(...shown.array(devices.list()));
        const view = new HomeView(access, { places, registry, devices });
        return [...devices.list()].flatMap(({ id }) => view.device(id) ?? []).map(showDevice);
      },
    }),
    defineCommand({
      type: 'config/device_registry/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes the user settings of a device',
      result: DeviceShape,
      fields: {
        device_id: z.string(),
        area_id: z.string().nullable().optional(),
        name_by_user: z.string().nullable().optional(),
        disabled_by: z.literal('user').nullable().optional(),
        labels: listOf(z.string(), 500).optional(),
      },
      handle: async ({ message }) => {
        const { area_id, name_by_user, disabled_by, labels } = message;
        const changes = {
          ...(area_id === undefined ? {} : { area_id }),
          ...(name_by_user === undefined ? {} : { name_by_user: name_by_user === '' ? null : name_by_user }),
          ...(disabled_by === undefined ? {} : { disabled_by }),
          ...(labels === undefined ? {} : { labels: [...new Set(labels)] }),
        };
        return showDevice(await changeDevice({ registry, devices, places }, message.device_id, changes));
      },
    }),
    defineCommand({
      type: 'config/device_registry/remove',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Removes a device and its entities',
      result: Nothing,
      fields: { device_id: z.string() },
      handle: async ({ message }) => {
        const device = devices.get(message.device_id);
        if (device === undefined) throw fault('not_found', 'device_not_found');
        if ((await mayRemove?.(device)) === false) {
          throw fault('home_assistant_error', 'integration_keeps_device', {
            device: device.name ?? device.id,
          });
        }
        for (const entry of registry.ofDevice(device.id)) await registry.remove(entry.entity_id);
        await devices.remove(device.id);
        return null;
      },
    }),
    defineCommand({
      type: 'config/device_registry/list_linked_devices',
      permission: 'user',
      summary: 'The devices connected through a device',
      result: object({ linked_devices: Names }),
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const view = new HomeView(access, { places, registry, devices });
        if (view.device(message.device_id) === undefined) throw fault('not_found', 'device_not_found');
        const linked = [...devices.list()].filter(
          ({ id, via_device_id: via }) => via === message.device_id && view.seesDevice(id),
        );
        return { linked_devices: linked.map(({ id }) => id) };
      },
    }),
    defineCommand({
      type: 'config/device_registry/list_composite_splits',
      permission: 'user',
      summary: 'The devices that were split; always empty',
      result: AnyObject,
      fields: {},
      handle: () => ({}),
    }),
  ];
}
