import {
  action,
  type DeviceAutomations,
  hasFeature,
  needs,
  plain,
  reaches,
  stands,
} from '../definition/device-automations.ts';
import type { EntityTriggers } from '../definition/entity-triggers.ts';
import { states } from '../definition/state-tests.ts';

/** The feature that each armed state of a panel needs. */
const ARMED = { armed_home: 1, armed_away: 2, armed_night: 4, armed_vacation: 32 } as const;
const ARMINGS = Object.entries(ARMED);
const CODE = { type: 'string', name: 'code', required: false, optional: true };

function alarmAction(type: string, mask?: number) {
  return action(type, `alarm_${type}`, {
    keys: ['code'],
    fields: () => (type === 'trigger' ? [] : [CODE]),
    ...(mask === undefined ? {} : { fits: (state) => hasFeature(state, mask) }),
  });
}

/** Device triggers, conditions and actions of alarm panels. */
export const alarmDevice: DeviceAutomations = {
  triggers: [
    ...['disarmed', 'triggered', 'arming'].map((state) => reaches(state, state)),
    ...ARMINGS.map(([state, mask]) => needs(mask, reaches(state, state))),
  ],
  conditions: [
    ...['disarmed', 'triggered'].map((state) => plain(stands(`is_${state}`, state))),
    ...Object.entries({ ...ARMED, armed_custom_bypass: 16 }).map(([state, mask]) =>
      needs(mask, plain(stands(`is_${state}`, state))),
    ),
  ],
  actions: [
    alarmAction('arm_away', 2),
    alarmAction('arm_home', 1),
    alarmAction('arm_night', 4),
    alarmAction('arm_vacation', 32),
    alarmAction('disarm'),
    alarmAction('trigger', 8),
  ],
};

const isArmed = states('armed_away', 'armed_custom_bypass', 'armed_home', 'armed_night', 'armed_vacation');
const armed = (state: string, mask: number) => ({
  is: states(state),
  target: { entity: [{ domain: ['alarm_control_panel'], supported_features: [mask] }] },
});

/** `alarm_control_panel.armed` and the like. */
export const alarmTriggers: EntityTriggers = {
  becomes: {
    armed: isArmed,
    ...Object.fromEntries(ARMINGS.map(([state, mask]) => [state, armed(state, mask)])),
    disarmed: states('disarmed'),
    triggered: states('triggered'),
  },
  is: {
    is_armed: isArmed,
    ...Object.fromEntries(ARMINGS.map(([state, mask]) => [`is_${state}`, armed(state, mask)])),
    is_disarmed: states('disarmed'),
    is_triggered: states('triggered'),
  },
};
