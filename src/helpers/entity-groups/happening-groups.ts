import { z } from 'zod';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { buttonDomain } from '../../domains/button/button.ts';
import { type EventValues, eventDomain } from '../../domains/event/event.ts';
import { notifyDomain } from '../../domains/notify/notify.ts';
import { anyFeature, type GroupKind, told } from './group-kind.ts';

/** What a member tells of itself, not of what happened. */
const OF_THE_MEMBER: ReadonlySet<string> = new Set([
  'event_type',
  'event_types',
  'device_class',
  'friendly_name',
  'icon',
  'entity_picture',
  'attribution',
  'assumed_state',
  'supported_features',
  'restored',
  'entity_id',
]);

/** What happens to any member. A member that comes back has not happened anew. */
export const eventGroup: GroupKind = {
  domain: eventDomain,
  options: { device_class: z.enum(eventDomain.deviceClasses, 'Expected a device class').optional() },
  combine: (members, { device_class: deviceClass }) => ({
    values: {},
    capabilities: {
      event_types: [
        ...new Set(
          told<readonly string[]>(
            members.filter(({ state }) => state !== UNAVAILABLE),
            'event_types',
          ).flat(),
        ),
      ],
    },
    deviceClass: deviceClass as string | undefined,
  }),
  heard: (_entity, now, before): EventValues | undefined => {
    if (before === null || before.state === UNAVAILABLE || before.state === now.state) return undefined;
    if (now.state === UNAVAILABLE || now.state === UNKNOWN) return undefined;
    const data = Object.entries(now.attributes).filter(([name]) => !OF_THE_MEMBER.has(name));
    const type = now.attributes.event_type;
    return {
      at: now.last_updated,
      event_type: typeof type === 'string' ? type : null,
      data: Object.fromEntries(data),
    };
  },
};

/** Buttons pressed together. */
export const buttonGroup: GroupKind = {
  domain: buttonDomain,
  options: {},
  remembersCommands: true,
  combine: () => ({ values: {} }),
};

/** Messengers that all send a message. */
export const notifyGroup: GroupKind = {
  domain: notifyDomain,
  options: {},
  remembersCommands: true,
  combine: (members) => ({ values: {}, features: anyFeature(members, notifyDomain) }),
};
