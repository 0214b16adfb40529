import { navigate } from '../../../app/router.ts';
import { toastAction, toastTrouble } from '../../../app/toasts.ts';
import { failure } from '../../../parts/failure.ts';
import { listVersions, restoreVersion } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import type { ItemKind } from './item-kind.ts';

/** Reports that an item was deleted, with a button that restores its last version and opens it. */
export function offerUndo(
  home: HomeStore,
  kind: ItemKind,
  deleted: { readonly id: string; readonly name: string },
): void {
  const { id, name } = deleted;
  const restore = async (): Promise<void> => {
    const item = { domain: kind.domain, item_id: id };
    const versions = await listVersions(home.connection, item);
    const version = versions.find((one) => one.kind !== 'deleted' && one.kind !== 'gone');
    if (version === undefined) return;
    await restoreVersion(home.connection, item, version.version);
    navigate(`${kind.base}/${encodeURIComponent(id)}`);
  };
  toastAction(say('items.deleted', { name }), {
    text: say('items.undo'),
    run: () => void restore().catch((error) => toastTrouble(failure(error))),
  });
}
