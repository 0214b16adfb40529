import { endTrouble, toastTrouble } from '../app/toasts.ts';
import { failure } from '../parts/failure.ts';
import { feel } from '../server/companion-channel.ts';
import type { ServerError } from '../server/server-error.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore, Order } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { reasonOf, serverErrorText } from '../texts/server-error.ts';

/** Calls a service of an entity and shows a toast if it fails; resolves to whether it succeeded. */
export async function perform(
  home: HomeStore,
  entity: Entity,
  order: Omit<Order, 'target'>,
): Promise<boolean> {
  feel('light');
  try {
    await home.call({ ...order, target: entity.entity_id });
    endTrouble(entity.entity_id);
    return true;
  } catch (error) {
    const { message } = (error ?? {}) as { readonly message?: unknown };
    const text =
      typeof message === 'string'
        ? (codeText(error as ServerError) ?? serverErrorText(error as ServerError))
        : failure(error);
    feel('failure');
    toastTrouble(say('home.failed', { name: nameOf(entity), message: text }), entity.entity_id);
    return false;
  }
}

/** What is wrong with the code: it is missing, has another format, or is not the right one; undefined for other errors. */
function codeText(error: ServerError): string | undefined {
  const { key, placeholders } = reasonOf(error);
  switch (key) {
    case 'wrong_code':
      return say('home.wrong_code');
    case 'arming_requires_code':
      return say('home.enter_alarm_code');
    case 'code_does_not_match_format':
      return enterCode((placeholders as { readonly format?: unknown } | undefined)?.format);
    default:
      return undefined;
  }
}

/** Asks for a code of a format, which is a regular expression. */
function enterCode(format: unknown): string {
  const digits = /^\^?(?:\\d|\[0-9\])\{(\d+)\}\$?$/.exec(String(format))?.[1];
  return digits === undefined ? say('home.enter_code') : say('home.enter_digits', { count: Number(digits) });
}
