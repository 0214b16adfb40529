import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { type DeviceEntities, seesDevice } from '../../visible-device.ts';
import { type Command, defineCommand } from '../command.ts';

type Listing = 'trigger' | 'condition' | 'action';
type Shown = Readonly<Record<string, unknown>>;

/** What these commands need of automations. */
export interface DeviceAutomations {
  list(of: Listing, deviceId: string): readonly Shown[];
  capabilities(of: Listing, config: Shown): Shown;
}

/** What they need of devices. */
export interface KnownDevices {
  get(id: string): unknown;
}

const LISTINGS = ['trigger', 'condition', 'action'] as const;
const SUMMARIES: Readonly<Record<Listing, string>> = {
  trigger: 'What a device can set off: its buttons, and what becomes of its entities',
  condition: 'What can be asked of a device',
  action: 'What a device can do',
};

/** `device_automation/trigger|condition|action/list` and `…/capabilities`. */
export function deviceAutomationCommands(
  automations: DeviceAutomations,
  devices: KnownDevices,
  registry: DeviceEntities,
): Command[] {
  return LISTINGS.flatMap((of) => [
    defineCommand({
      type: `device_automation/${of}/list`,
      permission: 'user',
      summary: SUMMARIES[of],
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const { device_id: id } = message;
        if (devices.get(id) === undefined) throw new HubError('not_found', 'Device not found');
        return seesDevice(access, registry, id) ? automations.list(of, id) : [];
      },
    }),
    defineCommand({
      type: `device_automation/${of}/capabilities`,
      permission: 'user',
      summary: `The further fields of a ${of} of a device`,
      fields: { [of]: z.record(z.string(), z.unknown()) },
      handle: ({ message, access }) => {
        const config = (message as Readonly<Record<string, Shown>>)[of] ?? {};
        const isSeen = seesDevice(access, registry, String(config.device_id));
        return isSeen ? automations.capabilities(of, config) : {};
      },
    }),
  ]);
}
