import { walk } from '../../support/walk.ts';

walk(
  'input_number',
  [
    { call: 'set_value', on: 'evening_brightness', data: { value: 40 }, state: '40.0' },
    { call: 'increment', on: 'evening_brightness', state: '41.0' },
    { call: 'decrement', on: 'evening_brightness', state: '40.0' },
    { call: 'set_value', on: 'evening_brightness', data: { value: 500 }, status: 400 },
  ],
  { without: ['reload'] },
);
