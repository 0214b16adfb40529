import { walk } from '../../support/walk.ts';

walk('datetime', [
  {
    call: 'set_value',
    on: 'cat_feeder_next_feeding',
    data: { datetime: '2027-03-04T05:06:00+00:00' },
    state: '2027-03-04T05:06:00+00:00',
  },
  { call: 'set_value', on: 'cat_feeder_next_feeding', data: { datetime: 'soon' }, status: 400 },
]);
