import { CATALOGS } from 'virtual:catalogs';
import { language, onPreference } from '../app/preferences.ts';
import type { ServerError, Translation } from '../server/server-error.ts';
import { errorText, type ServerTexts, serverText } from './server-text.ts';

/** The message around the reason of a refused call, such as “Validation error: …”. */
const REFUSED = 'validation_error';
const loaded = new Map<string, ServerTexts>();

/**
 * Loads the messages of the server in the language of the app, now and whenever another is chosen. English ones
 * come from the server.
 */
export function loadServerErrors(): void {
  void load();
  onPreference(() => void load());
}

async function load(): Promise<void> {
  const wanted = language();
  if (wanted === 'en' || loaded.has(wanted)) return;
  // If it fails, the next choice of a language tries again; until then the English message is shown.
  const module = await CATALOGS[wanted]?.errors().catch(() => undefined);
  if (module !== undefined) loaded.set(wanted, module.texts);
}

/** An error of the server in the language of the app. */
export function serverErrorText(error: ServerError): string {
  const { message, code, translation_key: key, translation_placeholders: placeholders } = error;
  const texts = loaded.get(language());
  if (texts !== undefined)
    return errorText({ message, code, translation: { key, placeholders } }, texts, language());
  return key === REFUSED ? message.replace(/^[^:]*: /, '') : message;
}

/** Why a service refused a call: WebSocket answers put it into another message. */
export function reasonOf({
  translation_key: key,
  translation_placeholders: placeholders,
}: ServerError): Translation {
  const { reason } = (placeholders ?? {}) as { readonly reason?: unknown };
  return key === REFUSED && typeof reason === 'object' && reason !== null
    ? (reason as Translation)
    : { key, placeholders };
}

/** A message of the server in the language of the app; as it is without a translation. */
export function failureText(message: string, translation: Translation | undefined): string {
  const texts = loaded.get(language());
  return (texts && translation && serverText(translation, texts, language())) ?? message;
}
