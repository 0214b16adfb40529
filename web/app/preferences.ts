/** The preferences stored in this browser. `auto` follows the system. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly language: 'auto' | Language;
}

/** The available languages. */
export type Language = 'en' | 'de';

const KEY = 'hearth.preferences';
const THEMES = ['auto', 'light', 'dark'] as const;
const LANGUAGES = ['auto', 'en', 'de'] as const;
const listeners = new Set<() => void>();
let current = load();

/** The current preferences. */
export function preferences(): Preferences {
  return current;
}

/** The language of the app: the chosen one, else the browser's first available one, else English. */
export function language(): Language {
  if (current.language !== 'auto') return current.language;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
}

/** Changes and stores a preference, and notifies listeners. */
export function prefer(patch: Partial<Preferences>): void {
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
    language: LANGUAGES.find((one) => one === stored.language) ?? 'auto',
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
