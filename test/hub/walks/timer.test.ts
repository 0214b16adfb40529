import { walk } from '../../support/walk.ts';

walk(
  'timer',
  [
    { call: 'start', on: 'laundry', data: { duration: 60 }, state: 'active' },
    { call: 'change', on: 'laundry', data: { duration: -10 }, state: 'active' },
    { call: 'pause', on: 'laundry', state: 'paused' },
    { call: 'start', on: 'laundry', state: 'active' },
    { call: 'cancel', on: 'laundry', state: 'idle' },
    { call: 'start', on: 'laundry', state: 'active' },
    { call: 'finish', on: 'laundry', state: 'idle' },
  ],
  { without: ['reload'] },
);
