// The command line of the bench.
import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]
  --url URL       drive a server that already runs (with --token); otherwise the built Hearth is started
  --token TOKEN   a long-lived access token of that server
  --pid PID       its process, for processor time and memory
  --light ID      the light that service calls act on (default: the first one that can be dimmed)
  --only REGEX    only the rows whose name matches
  --rounds N      rounds a row, of which the best counts (default 3, quick 2)
  --seconds S     measured time a round (default 3, quick 1)
  --quick         shorter rounds, and 20 s instead of a minute after the 40,000 writes
  --own-load      REST load from the bench's own generator even where wrk is installed
  --json FILE     where the figures go (default bench/results/<date>.json)
  --list          print the names of the rows and end`;

const flags = {
  url: { type: 'string' },
  token: { type: 'string' },
  pid: { type: 'string' },
  light: { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'string' },
  quick: { type: 'boolean', default: false },
  'own-load': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/** Typed options; throws an error with a message for the user if they are invalid. */
export function parseOptions(argv) {
  const { values } = parseArgs({ args: argv, options: flags });
  if (values.url !== undefined && !/^http:\/\/[^/]+\/?$/.test(values.url)) {
    throw new Error(`--url must look like http://127.0.0.1:8123, not ${values.url}`);
  }
  if ((values.url === undefined) !== (values.token === undefined)) {
    throw new Error('--url and --token belong together');
  }
  return {
    url: values.url,
    token: values.token,
    pid: positive('pid', values.pid),
    light: values.light,
    only: new RegExp(values.only ?? '', 'i'),
    rounds: Math.ceil(positive('rounds', values.rounds) ?? (values.quick ? 2 : 3)),
    seconds: positive('seconds', values.seconds) ?? (values.quick ? 1 : 3),
    quick: values.quick,
    ownLoad: values['own-load'],
    json: values.json,
    list: values.list,
    help: values.help,
  };
}

function positive(name, text) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0 && number < 100_000_000))
    throw new Error(`--${name} must be a number above 0, not ${text}`);
  return number;
}
