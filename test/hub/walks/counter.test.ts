import { walk } from '../../support/walk.ts';

walk('counter', [
  { call: 'increment', on: 'coffees', state: '1' },
  { call: 'decrement', on: 'coffees', state: '0' },
  { call: 'set_value', on: 'coffees', data: { value: 7 }, state: '7' },
  { call: 'reset', on: 'coffees', state: '0' },
]);
