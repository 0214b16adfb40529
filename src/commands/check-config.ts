import { loadSettings } from '../config/load.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';

/** `hearth check-config`: says whether the settings can be used. What is wrong is thrown, one line each. */
export async function checkConfig(flags: FlagValues): Promise<void> {
  const { settings, warnings } = await loadSettings(settingSources(flags));
  for (const warning of warnings) process.stderr.write(`hearth: ${warning}\n`);
  process.stdout.write(`The settings in ${settings.dataDir} are good.\n`);
}
