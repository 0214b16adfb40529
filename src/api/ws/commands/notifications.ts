import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { NotificationsShape } from '../../shapes/automation-shapes.ts';
import { keyed, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

interface Notification {
  readonly notification_id: string;
  readonly title: string | null;
  readonly message: string;
  readonly created_at: string;
}

/** The notifications as the interface uses them. */
export interface NotificationList {
  list(): readonly Notification[];
  subscribe(listener: (change: { readonly type: string; readonly notification: Notification }) => void): Undo;
}

/** Whether a caller may see a notification. */
type MaySee = (notification: Notification, access: Access) => boolean;

/** `persistent_notification/get` and `/subscribe`, each with the notifications that the caller may see. */
export function notificationCommands(notifications: NotificationList, maySee: MaySee): Command[] {
  const visible = (access: Access): Notification[] =>
    notifications.list().filter((one) => maySee(one, access));
  return [
    defineCommand({
      type: 'persistent_notification/get',
      permission: 'user',
      summary: 'The open notifications',
      result: NotificationsShape,
      fields: {},
      handle: ({ access }) => visible(access),
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
        const sent = new Map(visible(access).map((one) => [one.notification_id, one]));
        send('current', [...sent.values()]);
        return notifications.subscribe(({ type, notification }) => {
          const { notification_id: id } = notification;
          const before = sent.get(id);
          const isGone = type === 'removed' || !maySee(notification, access);
          if (isGone && before === undefined) return;
          if (isGone) sent.delete(id);
          else sent.set(id, notification);
          // One that now is about something hidden is removed as it was.
          if (isGone) send('removed', [before ?? notification]);
          else send(before === undefined ? 'added' : type, [notification]);
        });
      },
    }),
  ];
}
