import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { buttonDomain } from '../../domains/button/button.ts';
import { type EventValues, eventDomain } from '../../domains/event/event.ts';
import { notifyDomain } from '../../domains/notify/notify.ts';
import { anyFeature, type GroupKind, memberValues } from './group-kind.ts';

/** Attributes that describe the member, not the event. */
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

/** The events of all members. A member that becomes available again has not fired an event. */
export const eventGroup: GroupKind = {
  domain: eventDomain,
  options: {
    device_class: z.enum(eventDomain.deviceClasses, schemaError('expects_device_class')).optional(),
  },
  combine: (members, { device_class: deviceClass }) => ({
    values: {},
    capabilities: {
      event_types: [
        ...new Set(
          memberValues<readonly string[]>(
            members.filter(({ state }) => state !== UNAVAILABLE),
            'event_types',
          ).flat(),
        ),
      ],
    },
    deviceClass: deviceClass as string | undefined,
  }),
  received: (_entity, now, before): EventValues | undefined => {
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

/** Presses several buttons. */
export const buttonGroup: GroupKind = {
  domain: buttonDomain,
  options: {},
  restoresCommands: true,
  combine: () => ({ values: {} }),
};

/** Sends a message through several notify entities. */
export const notifyGroup: GroupKind = {
  domain: notifyDomain,
  options: {},
  restoresCommands: true,
  combine: (members) => ({ values: {}, features: anyFeature(members, notifyDomain) }),
};
