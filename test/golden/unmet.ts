/** Domains whose rows wait for an issue to come; a test fails when one of them is there and still listed. */
export const DOMAINS_TO_COME: ReadonlySet<string> = new Set(['automation', 'calendar', 'script', 'todo']);

/** Rows that cannot hold, each with the reason. */
export const UNMET: Readonly<Record<string, string>> = {
  'sv-notify-persistent_notification-minimal': 'notifications on the screen are to come',
  'sv-notify-persistent_notification-message-null': 'notifications on the screen are to come',
  'sv-notify-persistent_notification-data-string': 'notifications on the screen are to come',
  'sv-notify-persistent_notification-target': 'notifications on the screen are to come',
  'sv-notify-persistent_notification-unknown-field': 'notifications on the screen are to come',
};
