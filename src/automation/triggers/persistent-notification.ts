import type { TriggerKind } from '../config/trigger.ts';

const UPDATES = ['added', 'removed', 'updated', 'current'] as const;

/** `trigger: persistent_notification`: a notification is added, updated or removed. */
export const persistentNotificationTrigger: TriggerKind = {
  name: 'persistent_notification',
  parse: (fields) => {
    const updates = new Set<string>(
      fields.raw('update_type') === undefined ? UPDATES : fields.someOf('update_type', UPDATES),
    );
    const id = fields.optionalText('notification_id');
    return {
      attach: ({ setting, fire }) => {
        const { notifications } = setting.ports;
        if (notifications === undefined) throw new Error('There are no notifications in this home');
        return notifications.follow(({ updateType, notification }) => {
          if (!updates.has(updateType) || (id !== undefined && id !== notification.notification_id)) return;
          fire({ variables: { update_type: updateType, notification }, context: null });
        });
      },
    };
  },
};
