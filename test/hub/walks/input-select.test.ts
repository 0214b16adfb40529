import { walk } from '../../support/walk.ts';

walk(
  'input_select',
  [
    { call: 'select_option', on: 'house_mode', data: { option: 'Night' }, state: 'Night' },
    { call: 'select_next', on: 'house_mode', state: 'Holiday' },
    { call: 'select_previous', on: 'house_mode', state: 'Night' },
    { call: 'select_first', on: 'house_mode', state: 'Home' },
    { call: 'select_last', on: 'house_mode', state: 'Holiday' },
    {
      call: 'set_options',
      on: 'house_mode',
      data: { options: ['Holiday', 'Work'] },
      attributes: { options: ['Holiday', 'Work'] },
    },
  ],
  { without: ['reload'] },
);
