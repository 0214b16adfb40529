import type { Connection } from 'home-assistant-js-websocket';
import type { Topic } from './topics.ts';

/** The user's permissions. */
export interface Permissions {
  /** The entities the user may control; null for all. */
  readonly control: ReadonlySet<string> | null;
  /** Whether the user sees everything of the home. */
  readonly readsAll: boolean;
}

/** What determines when to reload permissions. */
interface Asked {
  readonly connection: Connection;
  listen(topics: Iterable<Topic>, listener: () => void): () => void;
}

/** Permissions may depend on the time of day, so those of a limited user are reloaded periodically. */
const PERIOD = 60_000;

/**
 * Loads the user's permissions, and reloads them when entities or permissions change. Returns a function that
 * ends it.
 */
export function followPermissions(home: Asked, tell: (permissions: Permissions) => void): () => void {
  const { connection } = home;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    const { control, reads_all: readsAll } = await connection.sendMessagePromise<{
      readonly control: readonly string[] | null;
      readonly reads_all: boolean;
    }>({ type: 'hearth/rights' });
    tell({ control: control === null ? null : new Set(control), readsAll });
    if (control !== null) timer = setTimeout(again, PERIOD);
  };
  const again = (): void => void ask().catch(() => {});
  const unlisten = home.listen(['#members'], again);
  connection.addEventListener('ready', again);
  again();
  return () => {
    clearTimeout(timer);
    unlisten();
    connection.removeEventListener('ready', again);
  };
}
