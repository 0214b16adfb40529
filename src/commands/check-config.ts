import { loadSettings } from '../config/load.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';

/** `hearth check-config`: checks the settings. Errors are thrown, one per line. */
export async function checkConfig(flags: FlagValues): Promise<void> {
  const { settings, warnings } = await loadSettings(settingSources(flags));
  for (const warning of warnings) process.stderr.write(`hearth: ${warning}\n`);
  process.stdout.write(`The settings in ${settings.dataDir} are valid.\n`);
}
