import { walk } from '../../support/walk.ts';

walk('image', [
  { call: 'snapshot', on: 'doorbell_last_visitor', data: { filename: '/nowhere/x.jpg' }, status: 400 },
]);
