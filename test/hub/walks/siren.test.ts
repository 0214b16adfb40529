import { walk } from '../../support/walk.ts';

walk('siren', [
  {
    call: 'turn_on',
    on: 'alarm_siren',
    data: { tone: 'chime', duration: 5, volume_level: 0.5 },
    state: 'on',
  },
  { call: 'turn_off', on: 'alarm_siren', state: 'off' },
  { call: 'turn_on', on: 'alarm_siren', data: { tone: 'nonsense' }, status: 400 },
  { call: 'toggle', on: 'shed_alarm_horn', state: 'on' },
]);
