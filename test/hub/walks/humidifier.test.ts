import { walk } from '../../support/walk.ts';

walk('humidifier', [
  { call: 'turn_off', on: 'humidifier', state: 'off' },
  { call: 'turn_on', on: 'humidifier', state: 'on' },
  { call: 'set_humidity', on: 'humidifier', data: { humidity: 55 }, attributes: { humidity: 55 } },
  { call: 'set_mode', on: 'humidifier', data: { mode: 'eco' }, attributes: { mode: 'eco' } },
  { call: 'set_mode', on: 'cellar_dehumidifier', data: { mode: 'eco' }, status: 400 },
  { call: 'toggle', on: 'cellar_dehumidifier', state: 'on' },
]);
