import { walk } from '../../support/walk.ts';

walk(
  'input_boolean',
  [
    { call: 'turn_on', on: 'guest_mode', state: 'on' },
    { call: 'turn_off', on: 'guest_mode', state: 'off' },
    { call: 'toggle', on: 'guest_mode', state: 'on' },
  ],
  { without: ['reload'] },
);
