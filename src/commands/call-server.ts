import { type ControlCommands, callControlSocket, NoAnswer } from '../api/control-socket.ts';
import { mqttAccountControl } from '../api/mqtt-account-control.ts';
import { tokenControl } from '../api/token-control.ts';
import { userControl } from '../api/user-control.ts';
import { Audit } from '../auth/audit.ts';
import { buildAuth } from '../auth/auth.ts';
import { bareHome } from '../auth/permissions.ts';
import { dataFolderOf } from '../config/load.ts';
import { type Clock, SystemClock } from '../core/clock.ts';
import { controlSocketOf, FolderInUse, openDataFolder } from '../storage/data-folder.ts';
import { openDocuments } from '../storage/documents.ts';
import type { FlagValues } from './command.ts';
import { problemsToStderr } from './problems-to-stderr.ts';
import { settingSources } from './setting-sources.ts';

/** How long to wait for a server that is starting or for another command, in milliseconds. */
const MAX_WAIT = 10_000;
const LOCK_WAIT = 300;
const PAUSE = 200;

/** Opens a data folder without a server for control commands; throws `FolderInUse` while it is used. */
export type Offline = (
  folder: string,
  lockWait: number,
  work: (commands: ControlCommands) => Promise<unknown>,
) => Promise<unknown>;

/** Runs a control command in the running server, or on the data folder itself if there is none. */
export function callServer(command: string, args: unknown, flags: FlagValues): Promise<unknown> {
  return callOrOpen({ command, args }, flags, onFolder);
}

/** Runs a control command in the running server, or on what `offline` opens if there is none. */
export async function callOrOpen(
  { command, args }: { readonly command: string; readonly args: unknown },
  flags: FlagValues,
  offline: Offline,
): Promise<unknown> {
  const folder = dataFolderOf(settingSources(flags));
  const clock = new SystemClock();
  const giveUpAt = clock.now() + MAX_WAIT;
  for (;;) {
    const socketPath = controlSocketOf(folder);
    try {
      if (socketPath !== null) return await callControlSocket({ path: socketPath, command, args, clock });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    try {
      return await offline(folder, LOCK_WAIT, (commands) => run(commands, command, args));
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (clock.now() > giveUpAt) throw new Error(`${error.message} It does not answer on ${socketPath}.`);
    }
    await pause(clock, PAUSE);
  }
}

/** Opens the database without a server. */
async function onFolder<T>(
  folder: string,
  lockWait: number,
  work: (commands: ControlCommands) => Promise<T>,
): Promise<T> {
  const log = problemsToStderr;
  const clock = new SystemClock();
  const { database, release } = await openDataFolder({ folder, clock, log, lockWait });
  try {
    const documents = await openDocuments(database, log);
    const audit = new Audit(database, clock, log);
    const auth = buildAuth({ documents, audit, home: bareHome, clock, log });
    return await work(
      new Map([...tokenControl(auth), ...userControl(auth, audit), ...mqttAccountControl(auth.mqttAccounts)]),
    );
  } finally {
    await release();
  }
}

async function run(commands: ControlCommands, command: string, args: unknown): Promise<unknown> {
  const found = commands.get(command);
  if (found === undefined) throw new Error(`${command} needs a running server`);
  return found.handle(args);
}

/** Waits some milliseconds. `clock.after` does not keep the process alive, so a port does. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.ref();
  return new Promise<void>((resolve) => clock.after(milliseconds, resolve)).finally(() => {
    port1.close();
    port2.close();
  });
}
