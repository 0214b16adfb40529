import { type Log, silentLog } from '../core/log.ts';

function toStderr(message: string): void {
  process.stderr.write(`hearth: ${message}\n`);
}

/** The log of a command that works on the data folder itself: it shows problems, and nothing else. */
export const problemsToStderr: Log = {
  ...silentLog,
  warn: toStderr,
  error: toStderr,
  named: () => problemsToStderr,
};
