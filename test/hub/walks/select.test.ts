import { walk } from '../../support/walk.ts';

walk('select', [
  { call: 'select_option', on: 'doorbell_chime', data: { option: 'Westminster' }, state: 'Westminster' },
  { call: 'select_next', on: 'doorbell_chime', state: 'Buzzer' },
  { call: 'select_previous', on: 'doorbell_chime', state: 'Westminster' },
  { call: 'select_first', on: 'doorbell_chime', state: 'Ding dong' },
  { call: 'select_last', on: 'doorbell_chime', state: 'Silent' },
  { call: 'select_option', on: 'doorbell_chime', data: { option: 'x' }, status: 400 },
]);
