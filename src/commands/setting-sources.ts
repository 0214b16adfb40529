import type { SettingSources } from '../config/load.ts';
import type { FlagValues } from './command.ts';

/** Which setting each flag of the command line is. */
const SETTING_OF_FLAG: Readonly<Record<string, string>> = {
  demo: 'demo',
  host: 'http.host',
  port: 'http.port',
  'log-level': 'log.level',
  'data-dir': 'dataDir',
};

/** The flags of this call and the variables of this process, as the settings want them. */
export function settingSources(flags: FlagValues): SettingSources {
  const settings = Object.entries(SETTING_OF_FLAG).map(([flag, path]) => [path, flags[flag]]);
  return { flags: Object.fromEntries(settings), variables: process.env };
}
