import { walk } from '../../support/walk.ts';

walk('lawn_mower', [
  { call: 'start_mowing', on: 'lawn_mower', state: 'mowing' },
  { call: 'stop', on: 'lawn_mower', status: 400 },
  { call: 'pause', on: 'lawn_mower', state: 'paused' },
  { call: 'dock', on: 'lawn_mower', state: /^(returning|docked)$/ },
]);
