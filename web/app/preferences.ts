import { LANGUAGES, speak } from '../texts/catalog.ts';
import { availableLanguage } from '../texts/language.ts';
import { say } from '../texts/say.ts';
import { toastTrouble } from './toasts.ts';

/** The preferences stored in this browser. `auto` follows the system. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark';
  /** The tag of a language there is a catalog for, or `auto`. */
  readonly language: string;
  /** Whether sensors show their last hours as a small line. */
  readonly sparklines: 'off' | 'on';
}

const KEY = 'hearth.preferences';
const THEMES = ['auto', 'light', 'dark'] as const;
const listeners = new Set<() => void>();
let current = load();

/** The current preferences. */
export function preferences(): Preferences {
  return current;
}

/** The language of the app: the chosen one, else the browser's first available one, else English. */
export function language(): string {
  return availableLanguage(current.language);
}

/** How dates and numbers are written: the browser's variant of the language of the app, such as `en-GB` of `en`. */
export function locale(): string {
  const tag = language();
  return navigator.languages.find((one) => one === tag || one.startsWith(`${tag}-`)) ?? tag;
}

/** Changes and stores a preference, and notifies listeners, once the texts of the language are loaded. */
export async function prefer(patch: Partial<Preferences>): Promise<void> {
  try {
    await speak(availableLanguage({ ...current, ...patch }.language));
  } catch {
    return toastTrouble(say('error.no_answer'));
  }
  current = { ...current, ...patch };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage, preferences last until the page is closed.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Calls back when a preference has changed, until undone. */
export function onPreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets theme and language on the document, for style sheets and screen readers. */
export function applyPreferences(): void {
  const { documentElement } = document;
  documentElement.lang = language();
  if (current.theme === 'auto') documentElement.removeAttribute('data-theme');
  else documentElement.dataset.theme = current.theme;
}

function load(): Preferences {
  const stored = read();
  return {
    theme: THEMES.find((theme) => theme === stored.theme) ?? 'auto',
    language:
      typeof stored.language === 'string' && LANGUAGES.has(stored.language) ? stored.language : 'auto',
    sparklines: stored.sparklines === 'on' ? 'on' : 'off',
  };
}

function read(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
