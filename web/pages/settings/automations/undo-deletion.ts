import { navigate } from '../../../app/router.ts';
import { offerUndo as offer } from '../../../parts/offer-undo.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import type { ItemKind } from './item-kind.ts';

/** Reports that an item was deleted, with a button that brings it back with its entity, and opens it. */
export function offerUndo(
  { connection }: HomeStore,
  { base, domain }: ItemKind,
  { id, name }: { readonly id: string; readonly name: string },
): void {
  void offer(connection, {
    name,
    act: `DELETE /api/config/${domain}/config/:id`,
    onUndone: () => navigate(`${base}/${encodeURIComponent(id)}`),
  });
}
