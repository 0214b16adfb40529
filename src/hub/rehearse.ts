import type { Inventory } from '../backup/archive/metadata.ts';
import { loadSettings } from '../config/load.ts';
import { Bus } from '../core/bus.ts';
import { SystemClock } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import { domains } from '../domains/index.ts';
import type { StateSaver } from '../entities/entity/state-saver.ts';
import { openDataFolder } from '../storage/data-folder.ts';
import { silentLogFile } from '../storage/log-file.ts';
import { buildHub } from './build-hub.ts';
import { openHistory } from './history.ts';
import type { HubContext } from './hub-context.ts';
import { takeInventory } from './inventory.ts';

/**
 * Starts a server from a data folder as far as it only reads: settings, databases, registries, users, states and the
 * files of automations. Nothing that acts, connects, listens or waits is started, and nothing is logged.
 */
export function rehearseStart(
  path: string,
  { version, withHistory }: { readonly version: string; readonly withHistory: boolean },
): Promise<Inventory> {
  return onQuietHub({ path, version }, async (hub, stateSaver) => {
    hub.home.entities.restore(domains, hub.integrations.isExpected);
    await stateSaver.restore();
    return takeInventory(hub, withHistory);
  });
}

/** A data folder that is opened without starting a server, waiting for its lock if `lockWait` is given. */
interface QuietHub {
  readonly path: string;
  readonly version: string;
  /** In milliseconds. */
  readonly lockWait?: number;
}

/** Builds a server on a data folder without starting any part of it. Throws `FolderInUse` while one runs. */
export async function onQuietHub<T>(
  { path, version, lockWait }: QuietHub,
  work: (hub: HubContext, stateSaver: StateSaver) => Promise<T>,
): Promise<T> {
  const clock = new SystemClock();
  const readSettings = () => loadSettings({ flags: { dataDir: path }, variables: {} });
  const loaded = (await readSettings()).settings;
  // The rehearsal must not write to a history database on another machine.
  const settings = { ...loaded, history: { ...loaded.history, store: null } };
  const wait = lockWait === undefined ? {} : { lockWait };
  const folder = await openDataFolder({ folder: path, clock, log: silentLog, ...wait });
  try {
    const options = {
      settings,
      logFile: silentLogFile(),
      ...{ version, clock, folder, readSettings },
      onStopAsked: () => {},
      checkConfig: async () => null,
      readSection: async (name: string) => (await readSettings()).settings.sections.get(name),
    };
    const bus = new Bus(silentLog);
    const history = await openHistory({ options, clock, bus });
    try {
      const { hub, stateSaver } = await buildHub({ options, clock, bus, history, isOffline: true });
      return await work(hub, stateSaver);
    } finally {
      await history.thread.close();
    }
  } finally {
    await folder.release();
  }
}
