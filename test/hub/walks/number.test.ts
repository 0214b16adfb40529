import { walk } from '../../support/walk.ts';

walk('number', [
  { call: 'set_value', on: 'doorbell_volume', data: { value: 30 }, state: '30' },
  { call: 'set_value', on: 'doorbell_volume', data: { value: 101 }, status: 400 },
]);
