import { z } from 'zod';
import type { Collection, Documents } from '../storage/documents.ts';

/** A browser that a user allowed to show notifications; the keys are those of its push service [RFC 8291]. */
export const Subscription = z.object({
  id: z.string(),
  user_id: z.string(),
  /** The login that subscribed; the subscription ends with it. */
  token_id: z.string(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  name: z.string(),
  /** Milliseconds since 1970. */
  created_at: z.number(),
});
export type Subscription = z.infer<typeof Subscription>;

/** How a person wants to be notified. Times of day as `HH:MM`. */
export const NotificationPreferences = z.object({
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
  /** Whether notifications show no content until they are opened. */
  hides_content: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  quiet_from: null,
  quiet_to: null,
  hides_content: false,
};

/** The right to press the buttons of one note: valid once. */
export const PendingActions = z.object({
  user_id: z.string(),
  actions: z.array(z.string()),
  tag: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** Milliseconds since 1970. */
  expires: z.number(),
});
export type PendingActions = z.infer<typeof PendingActions>;

/** The server's key pair for push services [RFC 8292], as a JSON Web Key. */
const KeyPair = z.record(z.string(), z.unknown());

/** What is kept of notifications. */
export interface PushStore {
  readonly subscriptions: Collection<Subscription>;
  readonly preferences: Collection<NotificationPreferences>;
  readonly actions: Collection<PendingActions>;
  readonly keys: Collection<z.infer<typeof KeyPair>>;
}

export function openPushStore(documents: Pick<Documents, 'collection'>): PushStore {
  return {
    subscriptions: documents.collection('push_subscriptions', Subscription),
    preferences: documents.collection('notification_tastes', NotificationPreferences),
    actions: documents.collection('notification_actions', PendingActions),
    keys: documents.collection('push_keys', KeyPair),
  };
}
