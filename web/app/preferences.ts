/** What this browser remembers of how its user likes the app. `auto` follows the system. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly language: 'auto' | Language;
}

/** The languages there are words for. */
export type Language = 'en' | 'de';

const KEY = 'hearth.preferences';
const THEMES = ['auto', 'light', 'dark'] as const;
const LANGUAGES = ['auto', 'en', 'de'] as const;
const listeners = new Set<() => void>();
let current = load();

/** How the user likes it now. */
export function preferences(): Preferences {
  return current;
}

/** The language the app speaks: the chosen one, else the first of the browser's that there are words for, else English. */
export function language(): Language {
  if (current.language !== 'auto') return current.language;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return spoken.find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
}

/** Changes a preference, remembers it, and lets everyone who listens know. */
export function prefer(patch: Partial<Preferences>): void {
  current = { ...current, ...patch };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing forgets it with the page; there is nothing else to do.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Calls back when a preference has changed; the answer ends that. */
export function onPreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts theme and language where style sheets and screen readers look for them. */
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
