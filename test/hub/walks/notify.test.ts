import { walk } from '../../support/walk.ts';

walk('notify', [{ call: 'send_message', on: 'anna_phone', data: { message: 'Hello' }, state: /^20/ }], {
  without: ['persistent_notification'],
});
