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

/** The key of the user's data with the messages that a user who may not dismiss them for everyone removed from the list. */
const REMOVED = 'hearth.removed_messages';
const MAX_REMOVED = 1000;
const removed = new WeakMap<HomeStore, ReadonlySet<string>>();
const received = new WeakMap<HomeStore, ReadonlyMap<string, Message>>();

/** What automations and users wrote with `persistent_notification.create`. */
export const messages: NoticeKind = {
  name: 'messages',
  title: 'notices.messages',
  icon: mdiMessageTextOutline,
  isForAdmins: false,
  dismissal: 'notices.dismiss',
  follow: (home, show) => {
    const open = new Map<string, Message>();
    received.set(home, open);
    const update = (): void =>
      show([...open.values()].filter((one) => removed.get(home)?.has(keyOf(one)) !== true).map(noticeOf));
    const ends = [
      home.userData.follow(REMOVED, (value) => {
        const keys = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
        removed.set(home, new Set(keys));
        update();
      }),
      subscribeTo<Change>(home, 'persistent_notification/subscribe', ({ type, notifications }) => {
        if (type === 'current') open.clear();
        for (const [id, message] of Object.entries(notifications)) {
          if (type === 'removed') open.delete(id);
          else open.set(id, message);
        }
        update();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
  dismiss: (home, id) =>
    mayDismiss(home) ? call(home, 'dismiss', { notification_id: id }) : remove(home, [id]),
  dismissAll: (home, ids) => (mayDismiss(home) ? call(home, 'dismiss_all', {}) : remove(home, ids)),
};

/** Dismissing is for everyone, so the server refuses it to users with limits. */
function mayDismiss({ permissions: { control, readsAll } }: HomeStore): boolean {
  return control === null && readsAll;
}

/** Removes messages from the list of this user only, and forgets those that no longer exist. */
function remove(home: HomeStore, ids: readonly string[]): Promise<void> {
  const known = received.get(home) ?? new Map<string, Message>();
  const before = removed.get(home) ?? new Set();
  const keys = [...known.values()]
    .filter((one) => ids.includes(one.notification_id) || before.has(keyOf(one)))
    .map(keyOf);
  return home.userData.keep(REMOVED, keys.slice(-MAX_REMOVED));
}

/** A message that is written again is a new one. */
function keyOf({ notification_id: id, created_at: time }: Message): string {
  return `${time} ${id}`;
}

function noticeOf({ notification_id: id, title, message, created_at: time }: Message): Notice {
  return { id, title: title || say('notices.untitled'), text: message, time };
}

function call(home: HomeStore, service: string, data: Readonly<Record<string, string>>): Promise<unknown> {
  return home.call({ domain: 'persistent_notification', service, data });
}
