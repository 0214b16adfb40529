import { walk } from '../../support/walk.ts';

walk('time', [
  { call: 'set_value', on: 'lawn_mower_start_time', data: { time: '08:15' }, state: '08:15:00' },
  { call: 'set_value', on: 'lawn_mower_start_time', data: { time: '25:00' }, status: 400 },
]);
