import type { Inventory } from '../backup/archive/metadata.ts';
import type { HeldHome } from '../backup/backups.ts';
import { holdDatabase } from '../backup/hold-database.ts';
import type { Contents } from '../backup/run-record.ts';
import type { HubContext } from './hub-context.ts';

type Counted = Pick<HubContext, 'home' | 'auth' | 'configItems' | 'database' | 'history' | 'lastStates'>;

/** Holds the databases of a home for a backup, and counts what they contain. */
export async function holdHome(hub: Counted, withHistory: boolean): Promise<HeldHome> {
  const { thread, recorder } = hub.history;
  // States reach the database a second late.
  await hub.lastStates.flush();
  const loaded = countLoaded(hub);
  const database = await holdDatabase(hub.database);
  const undos = [database.release];
  const release = async (): Promise<void> => {
    await Promise.all(undos.splice(0).map((undo) => undo()));
  };
  try {
    recorder.flush();
    const history = withHistory ? await thread.call('files.hold', undefined) : null;
    if (withHistory) undos.push(() => thread.call('files.release', undefined));
    const { documents, lastState } = database;
    const inventory = { ...loaded, ...(await countItems(hub)), documents, last_state: lastState, history };
    return { inventory, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Counts what a server has loaded and its databases contain. */
export async function takeInventory(hub: Counted, withHistory: boolean): Promise<Inventory> {
  const held = await holdHome(hub, withHistory);
  await held.release();
  return held.inventory;
}

/** Counts what an update must not lose. */
export async function contentsOf(hub: Counted): Promise<Contents> {
  return { ...countLoaded(hub), ...(await countItems(hub)) };
}

function countLoaded({ home, auth }: Counted): Pick<Inventory, 'entities' | 'users'> {
  return { entities: [...home.registry.list()].length, users: auth.users.all().length };
}

async function countItems({
  configItems,
}: Counted): Promise<Pick<Inventory, 'automations' | 'scripts' | 'scenes'>> {
  const [automations, scripts, scenes] = await Promise.all(
    (['automation', 'script', 'scene'] as const).map(
      async (domain) => (await configItems.files(domain).load()).items.length,
    ),
  );
  return { automations: automations ?? 0, scripts: scripts ?? 0, scenes: scenes ?? 0 };
}
