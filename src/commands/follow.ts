import { readFile } from 'node:fs/promises';
import { SystemClock } from '../core/clock.ts';
import { isExposed } from '../import/follow/exposed.ts';
import { beginFollowing, endFollowing } from '../import/follow/following.ts';
import { readRunningHome } from '../import/follow/read-running-home.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { FlagValues } from './command.ts';
import { reportText } from './import-report.ts';
import { readPassword } from './read-password.ts';

/** Runs work on the data folder of a stopped server. */
type OnFolder = <T>(work: (folder: DataFolder) => Promise<T>) => Promise<T>;

const MAX_TOKEN = 10_000;

/** `hearth import --follow`: copies the registries of a running hub and mirrors it from the next start. */
export async function followHub(given: string, flags: FlagValues, onFolder: OnFolder): Promise<void> {
  const url = readUrl(given);
  if (await isExposed(url))
    process.stderr.write(
      `Warning: ${url.host} is not in the local network, and http is not encrypted: others can read the token. Use https.\n`,
    );
  const token = await readToken(flags['token-file']);
  const base = url.href.replace(/\/+$/, '');
  const at = new SystemClock().now();
  const home = await readRunningHome(base, token, at);
  const calls = flags['no-calls'] !== true;
  const { written, unchanged, kept, turnedOff } = await onFolder((folder) =>
    beginFollowing(home, folder, { url: base, token, calls, now: at }),
  );
  const name = home.name === '' ? base : home.name;
  const lines = [
    reportText(home.read.report),
    `${written} written, ${unchanged} already here, ${kept.length} kept.`,
    `From the next start on, ${name} (${home.version}) is mirrored${calls ? '' : ', and no commands are sent to it'}.`,
    `It runs the automations. Those here are off${turnedOff === 0 ? '' : ` (turned off now: ${turnedOff})`} until you turn them on one by one.`,
    'To end that: hearth import PATH for the migration, or hearth import --stop-following.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** `hearth import --stop-following`: deletes the token and what is mirrored. */
export async function stopFollowing(onFolder: OnFolder): Promise<void> {
  const ended = await onFolder((folder) => endFollowing(folder));
  if (ended.length === 0) throw new Error('No hub is followed');
  process.stdout.write(`${endedText(ended)}\n`);
}

/** What is said when following has ended. */
export function endedText(names: readonly string[]): string {
  return `Following ${names.join(', ')} has ended and the token is deleted. Automations that are off stay off.`;
}

/** The token in a file, or as it is typed: never an argument, since other users of the machine can read those. */
async function readToken(file: string | boolean | undefined): Promise<string> {
  const text = typeof file === 'string' ? await readFile(file, 'utf8') : await readPassword('Access token');
  const token = text.trim();
  if (token === '' || token.length > MAX_TOKEN || /\s/.test(token))
    throw new Error('This is not an access token: create one in your profile in the other hub');
  return token;
}

function readUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`${given} is not an address such as http://192.168.1.5:8123`);
  if (url.username !== '' || url.password !== '') throw new Error('The address must not contain a password');
  url.search = '';
  url.hash = '';
  return url;
}
