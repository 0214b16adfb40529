import {
  type EntityTriggers,
  type IsOne,
  type PurposeTarget,
  target,
} from '../../domains/definition/entity-triggers.ts';
import { attribute, states, stateTriggers } from '../../domains/definition/state-tests.ts';
import { classes } from './describe.ts';

const isContact: (state: Parameters<IsOne>[0]) => boolean = ({ entity_id: id }) =>
  id.startsWith('binary_sensor.');

/** Contacts report it as their state, covers as an attribute. */
function closedIs(closed: boolean): IsOne {
  const contact = states(closed ? 'off' : 'on');
  const cover = attribute('is_closed', closed);
  return (state, chosen) => (isContact(state) ? contact : cover)(state, chosen);
}

/** A contact may change from any other state; a cover must have reported the opposite. */
function notUnsure(opposite: IsOne, same: IsOne): IsOne {
  return (state, chosen) => (isContact(state) ? !same(state, chosen) : opposite(state, chosen));
}

const [open, shut] = [closedIs(false), closedIs(true)];

function opening(...pairs: readonly (readonly [domain: string, deviceClass: string])[]): EntityTriggers {
  return {
    target: classes(...pairs),
    becomes: {
      opened: { is: open, was: notUnsure(shut, open) },
      closed: { is: shut, was: notUnsure(open, shut) },
    },
    is: { is_open: open, is_closed: shut },
  };
}

function sensed(
  deviceClass: string,
  ...names: readonly (readonly [string, string, string])[]
): EntityTriggers {
  return { target: classes(['binary_sensor', deviceClass]), ...stateTriggers(...names) };
}

const detected = (deviceClass: string): EntityTriggers =>
  sensed(deviceClass, ['detected', 'is_detected', 'on'], ['cleared', 'is_not_detected', 'off']);
const inAir = (name: string, deviceClass = name): EntityTriggers =>
  sensed(
    deviceClass,
    [`${name}_detected`, `is_${name}_detected`, 'on'],
    [`${name}_cleared`, `is_${name}_cleared`, 'off'],
  );
const ofAnyCategory = (own: EntityTriggers, { entity }: PurposeTarget): EntityTriggers => ({
  ...own,
  target: { entity, primary_entities_only: false },
});

/** Triggers and conditions of classes that may span domains: a door is a contact or a cover. */
export const ofClasses: readonly (readonly [namespace: string, EntityTriggers])[] = [
  ['air_quality', inAir('gas')],
  ['air_quality', inAir('co', 'carbon_monoxide')],
  ['air_quality', inAir('smoke')],
  [
    'assist_satellite',
    {
      target: target('assist_satellite'),
      ...stateTriggers(
        ...['idle', 'listening', 'processing', 'responding'].map((one) => [one, `is_${one}`, one] as const),
      ),
    },
  ],
  [
    'battery',
    ofAnyCategory(
      stateTriggers(['became_low', 'is_low', 'on'], ['no_longer_low', 'is_not_low', 'off']),
      classes(['binary_sensor', 'battery']),
    ),
  ],
  [
    'battery',
    ofAnyCategory(
      stateTriggers(
        ['started_charging', 'is_charging', 'on'],
        ['stopped_charging', 'is_not_charging', 'off'],
      ),
      classes(['binary_sensor', 'battery_charging']),
    ),
  ],
  ['door', opening(['binary_sensor', 'door'], ['cover', 'door'])],
  ['garage_door', opening(['binary_sensor', 'garage_door'], ['cover', 'garage'])],
  ['gate', opening(['cover', 'gate'])],
  ['window', opening(['binary_sensor', 'window'], ['cover', 'window'])],
  ['illuminance', detected('light')],
  ...['moisture', 'motion', 'occupancy', 'vibration'].map((name) => [name, detected(name)] as const),
  [
    'doorbell',
    {
      target: classes(['event', 'doorbell']),
      happens: { rang: { fromUnknown: true, is: attribute('event_type', 'ring') } },
    },
  ],
];
