import { walk } from '../../support/walk.ts';

walk('weather', [
  { call: 'get_forecasts', on: 'weather', data: { type: 'daily' }, response: {} },
  { call: 'get_forecasts', on: 'weather', data: { type: 'weekly' }, status: 400 },
]);
