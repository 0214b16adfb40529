import { walk } from '../../support/walk.ts';

walk('light', [
  {
    call: 'turn_on',
    on: 'living_room_ceiling',
    data: { brightness: 128 },
    state: 'on',
    attributes: { brightness: 128 },
  },
  { call: 'turn_on', on: 'living_room_ceiling', data: { brightness_step_pct: -20 }, state: 'on' },
  {
    call: 'turn_on',
    on: 'living_room_ceiling',
    data: { hs_color: [240, 100] },
    state: 'on',
    attributes: { hs_color: [240, 100], color_mode: 'hs' },
  },
  {
    call: 'turn_on',
    on: 'floor_lamp',
    data: { rgbw_color: [10, 20, 30, 40] },
    state: 'on',
    attributes: { rgbw_color: [10, 20, 30, 40] },
  },
  {
    call: 'turn_on',
    on: 'tv_backlight',
    data: { rgbww_color: [1, 2, 3, 4, 5] },
    state: 'on',
    attributes: { rgbww_color: [1, 2, 3, 4, 5] },
  },
  {
    call: 'turn_on',
    on: 'mirror_light',
    data: { color_temp_kelvin: 4000 },
    state: 'on',
    attributes: { color_temp_kelvin: 4000 },
  },
  {
    call: 'turn_on',
    on: 'kitchen_counter',
    data: { white: 200 },
    state: 'on',
    attributes: { color_mode: 'white' },
  },
  { call: 'turn_on', on: 'hall_light', data: { brightness: 'much' }, status: 400 },
  { call: 'turn_off', on: 'floor_lamp', state: 'off', attributes: { rgbw_color: null } },
  { call: 'toggle', on: 'hall_light', state: 'on' },
  { call: 'toggle', on: 'hall_light', state: 'off' },
]);
