import { walk } from '../../support/walk.ts';

walk('alarm_control_panel', [
  { call: 'alarm_arm_home', on: 'alarm', data: { code: '1234' }, state: /^(arming|armed_home)$/ },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '1234' }, state: 'disarmed' },
  { call: 'alarm_arm_away', on: 'alarm', data: { code: '1234' }, state: /^(arming|armed_away)$/ },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '0000' }, status: 400 },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '1234' }, state: 'disarmed' },
  { call: 'alarm_arm_night', on: 'alarm', data: { code: '1234' }, state: /^(arming|armed_night)$/ },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '1234' }, state: 'disarmed' },
  { call: 'alarm_arm_vacation', on: 'alarm', data: { code: '1234' }, state: /^(arming|armed_vacation)$/ },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '1234' }, state: 'disarmed' },
  {
    call: 'alarm_arm_custom_bypass',
    on: 'alarm',
    data: { code: '1234' },
    state: /^(arming|armed_custom_bypass)$/,
  },
  { call: 'alarm_trigger', on: 'alarm', state: /^(pending|triggered)$/ },
  { call: 'alarm_disarm', on: 'alarm', data: { code: '1234' }, state: 'disarmed' },
]);
