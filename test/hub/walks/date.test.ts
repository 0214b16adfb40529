import { walk } from '../../support/walk.ts';

walk('date', [
  { call: 'set_value', on: 'cat_feeder_food_runs_out', data: { date: '2027-02-03' }, state: '2027-02-03' },
  { call: 'set_value', on: 'cat_feeder_food_runs_out', data: { date: '2027-02-30' }, status: 400 },
]);
