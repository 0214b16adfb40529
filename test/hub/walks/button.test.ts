import { walk } from '../../support/walk.ts';

walk('button', [{ call: 'press', on: 'cat_feeder_feed', state: /^20/ }]);
