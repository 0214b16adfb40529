import type { Connection } from 'home-assistant-js-websocket';
import { toast, toastAction, toastTrouble } from '../app/toasts.ts';
import { listChanges, undoChanges } from '../server/changes.ts';
import { say } from '../texts/say.ts';
import { failure } from './failure.ts';

/** Something that was just deleted. */
export interface Deleted {
  readonly name: string;
  /** The command or route that deleted it. */
  readonly act: string;
  /** Called once it is there again. */
  readonly onUndone?: () => void;
}

/** How many changes are looked through for the deletion: others may have changed something since. */
const LOOKED_AT = 10;

/** Reports that something was deleted, for a while with a button that brings it back, if the user may do that. */
export async function offerUndo(connection: Connection, { name, act, onUndone }: Deleted): Promise<void> {
  const changes = await listChanges(connection, { limit: LOOKED_AT }).catch(() => []);
  const change = changes.find((one) => one.act === act && !one.is_final && one.undone_by === null);
  const text = say('list.deleted', { name });
  if (change === undefined) {
    toast(text);
    return;
  }
  const undo = async (): Promise<void> => {
    await undoChanges(connection, { change_id: change.id }, false);
    onUndone?.();
  };
  toastAction(text, {
    text: say('items.undo'),
    run: () => void undo().catch((error) => toastTrouble(failure(error))),
  });
}
