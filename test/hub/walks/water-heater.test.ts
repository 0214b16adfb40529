import { walk } from '../../support/walk.ts';

walk('water_heater', [
  {
    call: 'set_temperature',
    on: 'heat_pump_hot_water',
    data: { temperature: 52 },
    attributes: { temperature: 52 },
  },
  {
    call: 'set_operation_mode',
    on: 'heat_pump_hot_water',
    data: { operation_mode: 'performance' },
    state: 'performance',
  },
  {
    call: 'set_away_mode',
    on: 'heat_pump_hot_water',
    data: { away_mode: true },
    attributes: { away_mode: 'on' },
  },
  { call: 'turn_off', on: 'heat_pump_hot_water', state: 'off' },
  { call: 'turn_on', on: 'heat_pump_hot_water', state: /^(?!off)/ },
  { call: 'set_away_mode', on: 'under_sink_boiler', data: { away_mode: true }, status: 400 },
]);
