import { walk } from '../../support/walk.ts';

walk('remote', [
  {
    call: 'turn_on',
    on: 'television',
    data: { activity: 'Watch TV' },
    state: 'on',
    attributes: { current_activity: 'Watch TV' },
  },
  { call: 'turn_off', on: 'television', state: 'off' },
  { call: 'toggle', on: 'television', state: 'on' },
  { call: 'send_command', on: 'infrared_remote', data: { command: ['power'], device: 'tv' } },
  { call: 'learn_command', on: 'infrared_remote', data: { device: 'tv', command: 'power' } },
  { call: 'delete_command', on: 'infrared_remote', data: { device: 'tv', command: 'power' } },
]);
