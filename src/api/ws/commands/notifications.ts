import type { Undo } from '../../../core/clock.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

interface Notification {
  readonly notification_id: string;
}

/** What the interface needs of the notifications. */
export interface NotificationList {
  list(): readonly Notification[];
  subscribe(listener: (change: { readonly type: string; readonly notification: Notification }) => void): Undo;
}

/** `persistent_notification/get` and `/subscribe`. */
export function notificationCommands(notifications: NotificationList): Command[] {
  return [
    defineCommand({
      type: 'persistent_notification/get',
      permission: 'user',
      summary: 'The notifications that stand open',
      fields: {},
      handle: () => notifications.list(),
    }),
    defineSubscription({
      type: 'persistent_notification/subscribe',
      permission: 'user',
      summary: 'The notifications that stand open, then each change',
      fields: {},
      subscribe: (_call, feed) => {
        const tell = (type: string, changed: readonly Notification[]): void => {
          const byId = Object.fromEntries(changed.map((one) => [one.notification_id, one]));
          feed.event(JSON.stringify({ type, notifications: byId }));
        };
        tell('current', notifications.list());
        return notifications.subscribe(({ type, notification }) => tell(type, [notification]));
      },
    }),
  ];
}
