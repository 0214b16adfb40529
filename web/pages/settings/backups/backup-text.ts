import { locale } from '../../../app/preferences.ts';
import type { Inventory } from '../../../server/backups.ts';
import { say } from '../../../texts/say.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in kilobytes or more, such as "12.4 MB". */
export function sizeText(bytes: number): string {
  const step = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2;
  const value = bytes / 1000 ** (step + 1);
  const format = { style: 'unit', unit: UNITS[step], maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale(), format).format(value);
}

/** What a backup contains, in words. */
export function contentsText({ entities, automations, scripts, scenes, users, history }: Inventory): string {
  return [
    say('backups.entities', { count: entities }),
    say('backups.automations', { count: automations }),
    say('backups.scripts', { count: scripts }),
    say('backups.scenes', { count: scenes }),
    say('backups.users', { count: users }),
    ...(history === null ? [] : [say('backups.samples', { count: history.samples })]),
  ].join(', ');
}
