import { walk } from '../../support/walk.ts';

walk('valve', [
  { call: 'open_valve', on: 'garden_tap', state: /^open/ },
  { call: 'stop_valve', on: 'garden_tap', state: /^(open|closed)$/ },
  { call: 'set_valve_position', on: 'garden_tap', data: { position: 20 } },
  { call: 'toggle', on: 'garden_tap' },
  { call: 'close_valve', on: 'water_main', state: /^clos/ },
  { call: 'stop_valve', on: 'water_main', status: 400 },
]);
