import { mdiMessageTextOutline } from '@mdi/js';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Notice, type NoticeKind, subscribeTo } from '../notice.ts';

interface Message {
  readonly notification_id: string;
  readonly title: string | null;
  readonly message: string;
  readonly created_at: string;
}

/** All messages, or those that were added, changed or removed. */
interface Change {
  readonly type: 'current' | 'added' | 'updated' | 'removed';
  readonly notifications: Readonly<Record<string, Message>>;
}

/** What automations and users wrote with `persistent_notification.create`. */
export const messages: NoticeKind = {
  name: 'messages',
  title: 'notices.messages',
  icon: mdiMessageTextOutline,
  isForAdmins: false,
  dismissal: 'notices.dismiss',
  follow: (home, show) => {
    const open = new Map<string, Notice>();
    return subscribeTo<Change>(home, 'persistent_notification/subscribe', ({ type, notifications }) => {
      if (type === 'current') open.clear();
      for (const [id, message] of Object.entries(notifications)) {
        if (type === 'removed') open.delete(id);
        else open.set(id, noticeOf(id, message));
      }
      show([...open.values()]);
    });
  },
  dismiss: (home, id) => call(home, 'dismiss', { notification_id: id }),
  dismissAll: (home) => call(home, 'dismiss_all', {}),
};

function noticeOf(id: string, { title, message, created_at: time }: Message): Notice {
  return { id, title: title || say('notices.untitled'), text: message, time };
}

function call(home: HomeStore, service: string, data: Readonly<Record<string, string>>): Promise<unknown> {
  return home.call({ domain: 'persistent_notification', service, data });
}
