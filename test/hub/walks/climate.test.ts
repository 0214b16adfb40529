import { walk } from '../../support/walk.ts';

walk('climate', [
  { call: 'turn_on', on: 'air_conditioner', state: /^(?!off)/ },
  { call: 'set_hvac_mode', on: 'air_conditioner', data: { hvac_mode: 'cool' }, state: 'cool' },
  {
    call: 'set_temperature',
    on: 'air_conditioner',
    data: { temperature: 22, hvac_mode: 'heat' },
    state: 'heat',
    attributes: { temperature: 22 },
  },
  {
    call: 'set_temperature',
    on: 'heat_pump',
    data: { target_temp_low: 18, target_temp_high: 23 },
    attributes: { target_temp_low: 18, target_temp_high: 23 },
  },
  { call: 'set_humidity', on: 'air_conditioner', data: { humidity: 45 }, attributes: { humidity: 45 } },
  {
    call: 'set_fan_mode',
    on: 'air_conditioner',
    data: { fan_mode: 'high' },
    attributes: { fan_mode: 'high' },
  },
  {
    call: 'set_preset_mode',
    on: 'air_conditioner',
    data: { preset_mode: 'boost' },
    attributes: { preset_mode: 'boost' },
  },
  {
    call: 'set_swing_mode',
    on: 'air_conditioner',
    data: { swing_mode: 'on' },
    attributes: { swing_mode: 'on' },
  },
  { call: 'set_swing_horizontal_mode', on: 'air_conditioner', data: { swing_horizontal_mode: 'on' } },
  { call: 'set_temperature', on: 'heating', data: { temperature: 99 }, status: 400 },
  { call: 'toggle', on: 'air_conditioner', state: 'off' },
  { call: 'turn_off', on: 'heating', state: 'off' },
]);
