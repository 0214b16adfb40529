import { walk } from '../../support/walk.ts';

walk('text', [
  { call: 'set_value', on: 'doorbell_nameplate', data: { value: 'Miller' }, state: 'Miller' },
  { call: 'set_value', on: 'gateway_access_code', data: { value: '1' }, status: 400 },
]);
