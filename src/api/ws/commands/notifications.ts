import { z } from 'zod';
import type { Undo } from '../../../core/clock.ts';
import { NotificationsShape } from '../../shapes/automation-shapes.ts';
import { keyed, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

interface Notification {
  readonly notification_id: string;
}

/** The notifications as the interface uses them. */
export interface NotificationList {
  list(): readonly Notification[];
  subscribe(listener: (change: { readonly type: string; readonly notification: Notification }) => void): Undo;
}

/**
 * `persistent_notification/get` and `/subscribe`. Their text may mention anything and cannot be filtered, so
 * limited callers get none.
 */
export function notificationCommands(notifications: NotificationList): Command[] {
  return [
    defineCommand({
      type: 'persistent_notification/get',
      permission: 'user',
      summary: 'The open notifications',
      result: NotificationsShape,
      fields: {},
      handle: ({ access }) => (access.mayRead === null ? notifications.list() : []),
    }),
    defineSubscription({
      type: 'persistent_notification/subscribe',
      permission: 'user',
      summary: 'The open notifications, then each change',
      event: object({ type: z.string(), notifications: keyed(NotificationsShape.element) }),
      fields: {},
      subscribe: ({ access }, feed) => {
        const send = (type: string, changed: readonly Notification[]): void => {
          const byId = Object.fromEntries(changed.map((one) => [one.notification_id, one]));
          feed.event(JSON.stringify({ type, notifications: byId }));
        };
        if (access.mayRead !== null) {
          send('current', []);
          return () => {};
        }
        send('current', notifications.list());
        return notifications.subscribe(({ type, notification }) => send(type, [notification]));
      },
    }),
  ];
}
