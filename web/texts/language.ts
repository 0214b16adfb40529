import { LANGUAGES } from './catalog.ts';

/**
 * The language of the app for the user's choice. `auto` is the first of the browser's languages that there is
 * a catalog for (that of `de-AT` is `de-AT`, else `de`), else English.
 */
export function availableLanguage(choice: string): string {
  if (choice !== 'auto') return choice;
  const tags = navigator.languages.flatMap((tag) => [tag, tag.replace(/-.*/, '').toLowerCase()]);
  return tags.find((tag) => LANGUAGES.has(tag)) ?? 'en';
}
