import type { Connection } from 'home-assistant-js-websocket';
import type { Topic } from './topics.ts';

/** What the user may do. */
export interface Rights {
  /** The entities he may act on; null for all. */
  readonly control: ReadonlySet<string> | null;
}

/** What is needed to know when rights must be asked for anew. */
interface Asked {
  readonly connection: Connection;
  listen(topics: Iterable<Topic>, listener: () => void): () => void;
}

/** Rights may hang on the hour, so that those of a limited user are asked for every so often. */
const PERIOD = 60_000;

/** Asks what the user may do, and again when there are new entities or other rights; the answer ends it. */
export function followRights(house: Asked, tell: (rights: Rights) => void): () => void {
  const { connection } = house;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    const { control } = await connection.sendMessagePromise<{ control: string[] | null }>({
      type: 'hearth/rights',
    });
    tell({ control: control === null ? null : new Set(control) });
    if (control !== null) timer = setTimeout(again, PERIOD);
  };
  const again = (): void => void ask().catch(() => {});
  const unlisten = house.listen(['#members'], again);
  connection.addEventListener('ready', again);
  again();
  return () => {
    clearTimeout(timer);
    unlisten();
    connection.removeEventListener('ready', again);
  };
}
