import { walk } from '../../support/walk.ts';

walk('schedule', [{ call: 'get_schedule', on: 'quiet_hours', response: {} }], { without: ['reload'] });
