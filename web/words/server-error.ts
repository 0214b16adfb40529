/// <reference types="vite/client" />
import { language, onPreference } from '../app/preferences.ts';
import type { ServerError } from '../server/server-error.ts';

type Texts = Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

const catalogs = import.meta.glob<Texts>('../../locales/*.json', { import: 'errors' });
const loaded = new Map<string, Texts>();

/** Loads the messages of the server in the language of the app, now and whenever another is chosen. English ones come from the server. */
export function loadServerErrors(): void {
  void load();
  onPreference(() => void load());
}

async function load(): Promise<void> {
  const wanted = language();
  if (wanted === 'en' || loaded.has(wanted)) return;
  // Where it fails, the next choice of a language tries again; until then the English message is shown.
  const texts = await catalogs[`../../locales/${wanted}.json`]?.().catch(() => undefined);
  if (texts !== undefined) loaded.set(wanted, texts);
}

/** An error of the server in the language of the app. Without a text for its key its code is explained, with the English message after it. */
export function serverErrorText(error: ServerError): string {
  const texts = loaded.get(language());
  if (texts === undefined) return error.message;
  const values = (error.translation_placeholders ?? {}) as Readonly<Record<string, string>>;
  const known = textOf(texts, String(error.translation_key), Number(values.count));
  if (known !== undefined)
    return known.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
  const meaning = textOf(texts, `code.${String(error.code)}`);
  return meaning === undefined ? error.message : `${meaning} (${error.message})`;
}

function textOf(texts: Texts, key: string, count = Number.NaN): string | undefined {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof text === 'object' ? text[new Intl.PluralRules(language()).select(count)] : text;
}
