import { join } from 'node:path';
import { ControlSocket } from '../api/control-socket.ts';
import { tokenControl } from '../api/token-control.ts';
import { buildAuth } from '../auth/auth.ts';
import { bareHome } from '../auth/rights.ts';
import { loadSettings } from '../config/load.ts';
import type { Settings } from '../config/schema.ts';
import { SystemClock } from '../core/clock.ts';
import { startParts } from '../core/lifecycle.ts';
import { openDataFolder } from '../storage/data-folder.ts';
import { openDatabase } from '../storage/database.ts';
import { openDocuments } from '../storage/documents.ts';
import { openLogFile } from '../storage/log-file.ts';
import { hearthMigrations } from '../storage/migrations/index.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';
import { hearthVersion } from './version.ts';

/** `hearth start`: serves until the process is told to stop; told a second time, it ends at once. */
export async function start(flags: FlagValues): Promise<void> {
  const { settings, warnings } = await loadSettings(settingSources(flags));
  const stop = await serve(settings, warnings);
  let stopping = false;
  const end = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

/** Stands where the hub will be: holds the folder and answers the command line. */
async function serve(settings: Settings, warnings: readonly string[]): Promise<() => Promise<void>> {
  const clock = new SystemClock();
  const { log, flush } = openLogFile({
    folder: settings.dataDir,
    level: settings.log.level,
    clock,
    screen: process.stderr,
  });
  const folder = openDataFolder(settings.dataDir, log);
  for (const warning of warnings) log.warn(warning);
  const database = await openDatabase({
    file: join(folder.path, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(folder.path, 'backups'),
    clock,
    log: log.named('storage'),
  });
  const documents = await openDocuments(database, log.named('storage'));
  const auth = buildAuth({ documents, home: bareHome, clock, log: log.named('auth') });
  const control = new ControlSocket({ path: folder.socketPath, commands: tokenControl(auth), clock, log });
  const stopParts = await startParts([control], log);
  process.stdout.write(
    `Hearth ${await hearthVersion()} ready at http://${settings.http.host}:${settings.http.port}\n`,
  );
  return async () => {
    await stopParts();
    await database.close();
    await flush();
    folder.release();
  };
}
