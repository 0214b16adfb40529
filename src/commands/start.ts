import { isIPv6 } from 'node:net';
import { makeRestorePoint } from '../backup/restore-point.ts';
import { loadSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { SystemClock, type Undo } from '../core/clock.ts';
import { messageOf, reasonOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Message } from '../core/messages.ts';
import type { RawSection } from '../core/settings-block.ts';
import { type Hub, startHub } from '../hub.ts';
import { finishImport } from '../import/pending-import.ts';
import { openDataFolder } from '../storage/data-folder.ts';
import { type LogFile, openLogFile } from '../storage/log-file.ts';
import type { FlagValues } from './command.ts';
import { explainNewer } from './older-version.ts';
import { settingSources } from './setting-sources.ts';
import { hearthVersion } from './version.ts';

/** If the storage thread dies twice within this many milliseconds, the server stops. */
const DEATHS_APART = 600_000;
/** How long a shutdown may take, in milliseconds. */
const MAX_STOP = 60_000;

/**
 * `hearth start`: serves until the process receives a signal; a second signal ends it immediately. A restart
 * stops and starts the server in this process. If the storage thread dies, the server restarts from the data
 * on disk; if it dies again soon, the server stops with exit code 1.
 */
export async function start(flags: FlagValues): Promise<void> {
  const clock = new SystemClock();
  let ending: 'restart' | 'stop' | null = null;
  let serving: Promise<() => Promise<void>>;
  let lostAt = Number.NEGATIVE_INFINITY;
  const end = (restart = false): void => {
    const begun = ending !== null;
    if (ending !== 'stop') ending = restart ? 'restart' : 'stop';
    if (begun) return;
    serving
      .then((stop) => {
        const giveUp = clock.after(MAX_STOP, () => lastWords('the server did not stop in time'));
        return stop().finally(giveUp);
      })
      .then(() => (ending === 'restart' ? begin() : process.exit()))
      .catch((error) => lastWords(messageOf(error)));
  };
  const onStorageLost = (reason: string, log: Log): void => {
    const again = clock.now() - lostAt < DEATHS_APART;
    lostAt = clock.now();
    log.error(
      again
        ? 'The storage thread failed again: stopping the server'
        : 'The storage thread failed: restarting the server from the saved data',
      { reason },
    );
    if (again) process.exitCode = 1;
    end(!again);
  };
  const begin = async (): Promise<void> => {
    ending = null;
    serving = loadSettings(settingSources(flags)).then((loaded) =>
      serve({ ...loaded, flags, end, onStorageLost }),
    );
    await serving;
  };
  const onSignal = (): void => (ending === 'stop' ? process.exit(130) : end());
  // Installed before startup: a script that reads the ready line may stop the server immediately.
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  await begin();
}

function lastWords(message: string): never {
  process.stderr.write(`hearth: ${message}\n`);
  process.exit(1);
}

interface Serving {
  readonly settings: Settings;
  readonly warnings: readonly string[];
  readonly flags: FlagValues;
  readonly end: (restart?: boolean) => void;
  readonly onStorageLost: (reason: string, log: Log) => void;
}

/** Locks the data folder, starts the hub and prints its address. Returns a function that stops it. */
async function serve({
  settings,
  warnings,
  flags,
  end,
  onStorageLost,
}: Serving): Promise<() => Promise<void>> {
  const clock = new SystemClock((error) => logFile.log.error('A scheduled task failed', { error }));
  const { level } = settings.log;
  const logFile: LogFile = openLogFile({ folder: settings.dataDir, level, clock, screen: process.stderr });
  const version = await hearthVersion();
  const place = { folder: settings.dataDir, clock, log: logFile.log.named('storage') };
  const opened = makeRestorePoint({ ...place, version }).then(() =>
    openDataFolder({ ...place, onStorageLost: (reason) => onStorageLost(reason, logFile.log) }),
  );
  const folder = await opened.catch(async (error: unknown) => {
    throw await explainNewer(error, settings.dataDir, clock);
  });
  let present = settings;
  const undoLastWords = keepLastWords(logFile, end);
  for (const warning of warnings) logFile.log.warn(warning);
  let hub: Hub;
  try {
    const isImported = await finishImport(folder, { clock, log: logFile.log.named('import') });
    if (folder.hasNewFiles || isImported) present = (await loadSettings(settingSources(flags))).settings;
    hub = await startHub({
      settings: present,
      logFile,
      version,
      clock,
      folder,
      onStopAsked: end,
      checkConfig: () => problemsOf(flags),
      readSettings: () => loadSettings(settingSources(flags)),
      readSection: (name) => readSection(flags, name),
    });
  } catch (error) {
    await logFile.flush();
    undoLastWords();
    await folder.release();
    throw error;
  }
  const code = hub.auth.claim.newCode();
  const ready = `Hearth ${version} ready at http://${reachable(present.http.host)}:${hub.port}\n`;
  // A single write, so that a script that reads the first line also gets the second.
  process.stdout.write(code === null ? ready : `${ready}Claim code: ${code}\n`);
  return async () => {
    try {
      await hub.stop();
    } finally {
      await logFile.flush();
      undoLastWords();
      await folder.release();
    }
  };
}

/** Logs uncaught errors. Unhandled rejections are only logged; after an exception the server shuts down. */
function keepLastWords({ log }: LogFile, end: () => void): Undo {
  const onRejection = (error: unknown): void => log.error('Unhandled promise rejection', { error });
  const onException = (error: unknown): void => {
    log.error('Uncaught exception: the server stops', { error });
    process.exitCode = 1;
    end();
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
}

/** The host for a URL that a browser on this machine can open. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

/** The errors in the current settings; null if there are none. */
async function problemsOf(flags: FlagValues): Promise<Message | string | null> {
  try {
    await loadSettings(settingSources(flags));
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A section of the settings, read again from the file. */
async function readSection(flags: FlagValues, name: string): Promise<RawSection | undefined> {
  const { settings } = await loadSettings(settingSources(flags));
  return settings.sections.get(name);
}
