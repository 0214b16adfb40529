import { walk } from '../../support/walk.ts';

walk('switch', [
  { call: 'turn_on', on: 'washing_machine', state: 'on' },
  { call: 'turn_off', on: 'washing_machine', state: 'off' },
  { call: 'toggle', on: 'bathroom_fan', state: 'on' },
]);
