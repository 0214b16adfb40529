import { walk } from '../../support/walk.ts';

walk('vacuum', [
  { call: 'start', on: 'vacuum_cleaner', state: 'cleaning' },
  { call: 'pause', on: 'vacuum_cleaner', state: 'paused' },
  {
    call: 'set_fan_speed',
    on: 'vacuum_cleaner',
    data: { fan_speed: 'turbo' },
    attributes: { fan_speed: 'turbo' },
  },
  { call: 'clean_spot', on: 'vacuum_cleaner', state: 'cleaning' },
  { call: 'stop', on: 'vacuum_cleaner', state: 'idle' },
  { call: 'locate', on: 'vacuum_cleaner' },
  { call: 'send_command', on: 'vacuum_cleaner', data: { command: 'x' } },
  { call: 'clean_area', on: 'vacuum_cleaner', data: { cleaning_area_id: ['kitchen'] } },
  { call: 'return_to_base', on: 'vacuum_cleaner', state: /^(returning|docked)$/ },
]);
