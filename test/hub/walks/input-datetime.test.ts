import { walk } from '../../support/walk.ts';

walk(
  'input_datetime',
  [{ call: 'set_datetime', on: 'wake_up', data: { time: '06:45:00' }, state: '06:45:00' }],
  { without: ['reload'] },
);
