import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { HomeView, type ViewedHome } from '../../../entities/visibility/home-view.ts';
import { CapabilitiesShape, DeviceAutomationsShape } from '../../shapes/automation-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

type Listing = 'trigger' | 'condition' | 'action';
type Shown = Readonly<Record<string, unknown>>;

/** Device automations as these commands use them. */
export interface DeviceAutomations {
  list(of: Listing, deviceId: string): readonly Shown[];
  capabilities(of: Listing, config: Shown): Shown;
}

const LISTINGS = ['trigger', 'condition', 'action'] as const;
const SUMMARIES: Readonly<Record<Listing, string>> = {
  trigger: 'The device triggers of a device',
  condition: 'The device conditions of a device',
  action: 'The device actions of a device',
};

/** `device_automation/trigger|condition|action/list` and `…/capabilities`. */
export function deviceAutomationCommands(automations: DeviceAutomations, home: ViewedHome): Command[] {
  /** Automations of an entity are only shown to callers who may read that entity. */
  const isShown = (access: Access, deviceId: string, { entity_id: entity }: Shown): boolean =>
    access.mayRead === null ||
    entity === undefined ||
    new HomeView(access, home)
      .entitiesOf(deviceId)
      .some(({ id, entity_id }) => entity === id || entity === entity_id);
  return LISTINGS.flatMap((of) => [
    defineCommand({
      type: `device_automation/${of}/list`,
      permission: 'user',
      summary: SUMMARIES[of],
      result: DeviceAutomationsShape,
      fields: { device_id: z.string() },
      handle: ({ message, access }) => {
        const { device_id: id } = message;
        if (new HomeView(access, home).device(id) === undefined) throw fault('not_found', 'device_not_found');
        return automations.list(of, id).filter((one) => isShown(access, id, one));
      },
    }),
    defineCommand({
      type: `device_automation/${of}/capabilities`,
      permission: 'user',
      summary: `The additional fields of a device ${of}`,
      result: CapabilitiesShape,
      fields: { [of]: z.record(z.string(), z.unknown()) },
      handle: ({ message, access }) => {
        const config = (message as Readonly<Record<string, Shown>>)[of] ?? {};
        const id = String(config.device_id);
        const isSeen = new HomeView(access, home).seesDevice(id) && isShown(access, id, config);
        return isSeen ? automations.capabilities(of, config) : {};
      },
    }),
  ]);
}
