import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { type DeviceEntities, seesDevice, visibleEntitiesOfDevice } from '../../visible-device.ts';
import { type Command, defineCommand } from '../command.ts';

type Listing = 'trigger' | 'condition' | 'action';
type Shown = Readonly<Record<string, unknown>>;

/** Device automations as these commands use them. */
export interface DeviceAutomations {
  list(of: Listing, deviceId: string): readonly Shown[];
  capabilities(of: Listing, config: Shown): Shown;
}

/** The devices as these commands use them. */
export interface KnownDevices {
  get(id: string): unknown;
}

const LISTINGS = ['trigger', 'condition', 'action'] as const;
const SUMMARIES: Readonly<Record<Listing, string>> = {
  trigger: 'The device triggers of a device',
  condition: 'The device conditions of a device',
  action: 'The device actions of a device',
};

/** `device_automation/trigger|condition|action/list` and `…/capabilities`. */
export function deviceAutomationCommands(
  automations: DeviceAutomations,
  devices: KnownDevices,
  registry: DeviceEntities,
): Command[] {
  /** Automations of an entity are only shown to callers who may read that entity. */
  const isShown = (access: Access, deviceId: string, { entity_id: entity }: Shown): boolean =>
    access.mayRead === null ||
    entity === undefined ||
    visibleEntitiesOfDevice(access, registry, deviceId).has(String(entity));
  return LISTINGS.flatMap((of) => [
    defineCommand({
      type: `device_automation/${of}/list`,
      permission: 'user',
      summary: SUMMARIES[of],
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const { device_id: id } = message;
        if (devices.get(id) === undefined || !seesDevice(access, registry, id))
          throw fault('not_found', 'device_not_found');
        return automations.list(of, id).filter((one) => isShown(access, id, one));
      },
    }),
    defineCommand({
      type: `device_automation/${of}/capabilities`,
      permission: 'user',
      summary: `The additional fields of a device ${of}`,
      fields: { [of]: z.record(z.string(), z.unknown()) },
      handle: ({ message, access }) => {
        const config = (message as Readonly<Record<string, Shown>>)[of] ?? {};
        const id = String(config.device_id);
        const isSeen = seesDevice(access, registry, id) && isShown(access, id, config);
        return isSeen ? automations.capabilities(of, config) : {};
      },
    }),
  ]);
}
