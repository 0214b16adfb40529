import type { SettingSources } from '../config/load.ts';
import type { FlagValues } from './command.ts';

/** The setting of each command line flag. */
const SETTING_OF_FLAG: Readonly<Record<string, string>> = {
  demo: 'demo',
  host: 'http.host',
  port: 'http.port',
  'log-level': 'log.level',
  'data-dir': 'dataDir',
};

/** The flags of this command and the environment variables, as sources of settings. */
export function settingSources(flags: FlagValues): SettingSources {
  const settings = Object.entries(SETTING_OF_FLAG).map(([flag, path]) => [path, flags[flag]]);
  return { flags: Object.fromEntries(settings), variables: process.env };
}
