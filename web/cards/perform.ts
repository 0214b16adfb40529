import { toastTrouble } from '../app/toasts.ts';
import { failure } from '../parts/door.ts';
import type { ServerError } from '../server/server-error.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { House, Order } from '../state/house.ts';
import { say } from '../words/say.ts';
import { serverErrorText } from '../words/server-error.ts';

/** Calls a service on an entity and says so when the house refuses; whether it went well. */
export async function perform(house: House, entity: Entity, order: Omit<Order, 'target'>): Promise<boolean> {
  try {
    await house.call({ ...order, target: entity.entity_id });
    return true;
  } catch (error) {
    const { message } = (error ?? {}) as { readonly message?: unknown };
    const text = typeof message === 'string' ? serverErrorText(error as ServerError) : failure(error);
    toastTrouble(say('home.failed', { name: nameOf(entity), message: text }));
    return false;
  }
}
