import { walk } from '../../support/walk.ts';

walk('update', [
  { call: 'skip', on: 'vacuum_cleaner_firmware', state: 'off' },
  { call: 'clear_skipped', on: 'vacuum_cleaner_firmware', state: 'on' },
  { call: 'install', on: 'vacuum_cleaner_firmware', state: 'off' },
  { call: 'install', on: 'vacuum_cleaner_firmware', status: 500 },
]);
