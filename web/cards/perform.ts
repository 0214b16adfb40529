import { toastTrouble } from '../app/toasts.ts';
import { failure } from '../parts/door.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore, Order } from '../state/home-store.ts';
import { refusal } from '../words/refusals.ts';
import { say } from '../words/say.ts';

/** Calls a service of an entity and shows a toast if it fails; resolves to whether it succeeded. */
export async function perform(
  home: HomeStore,
  entity: Entity,
  order: Omit<Order, 'target'>,
): Promise<boolean> {
  try {
    await home.call({ ...order, target: entity.entity_id });
    return true;
  } catch (error) {
    const { message, code } = (error ?? {}) as { readonly message?: unknown; readonly code?: unknown };
    const text = typeof message === 'string' ? refusal({ message, code }) : failure(error);
    toastTrouble(say('home.failed', { name: nameOf(entity), message: text }));
    return false;
  }
}
