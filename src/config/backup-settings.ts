import { switchSetting } from '../core/settings-block.ts';

/** The settings of `backup:`. */
export const backupSettings = {
  automatic: switchSetting(true).describe(
    'Whether backups are made by themselves, at the time chosen in the app. See [backups](../guides/backups.md).',
  ),
};
