import { walk } from '../../support/walk.ts';

walk('lock', [
  { call: 'unlock', on: 'front_door_lock', data: { code: '1' }, status: 400 },
  { call: 'unlock', on: 'cellar_lock', state: 'unlocked' },
  { call: 'lock', on: 'cellar_lock', state: /^(locked|jammed)$/ },
  { call: 'open', on: 'back_door_lock', state: /^(open|opening|unlocked)$/ },
]);
