import type { NotificationPreferences } from './push-store.ts';

/** Whether a time of day, as `HH:MM`, lies in the quiet hours, which may span midnight. */
export function isQuiet({ quiet_from: from, quiet_to: to }: NotificationPreferences, time: string): boolean {
  if (from === null || to === null || from === to) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
}
