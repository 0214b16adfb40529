import { walk } from '../../support/walk.ts';

walk('fan', [
  { call: 'turn_on', on: 'bedroom_ceiling_fan', data: { percentage: 66 }, state: 'on' },
  { call: 'set_percentage', on: 'bedroom_ceiling_fan', data: { percentage: 33 }, state: 'on' },
  { call: 'increase_speed', on: 'bedroom_ceiling_fan', state: 'on', attributes: { percentage: 66 } },
  { call: 'decrease_speed', on: 'bedroom_ceiling_fan', state: 'on', attributes: { percentage: 33 } },
  {
    call: 'set_preset_mode',
    on: 'bedroom_ceiling_fan',
    data: { preset_mode: 'sleep' },
    state: 'on',
    attributes: { preset_mode: 'sleep' },
  },
  {
    call: 'oscillate',
    on: 'bedroom_ceiling_fan',
    data: { oscillating: true },
    attributes: { oscillating: true },
  },
  {
    call: 'set_direction',
    on: 'bedroom_ceiling_fan',
    data: { direction: 'reverse' },
    attributes: { direction: 'reverse' },
  },
  { call: 'set_preset_mode', on: 'toilet_fan', data: { preset_mode: 'x' }, status: 400 },
  { call: 'turn_off', on: 'bedroom_ceiling_fan', state: 'off' },
  { call: 'toggle', on: 'toilet_fan', state: 'on' },
]);
