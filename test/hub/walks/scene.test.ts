import { walk } from '../../support/walk.ts';

walk('scene', [{ call: 'turn_on', on: 'movie_night', state: /^20/ }], {
  without: ['apply', 'create', 'delete', 'reload'],
});
