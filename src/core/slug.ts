import { transliterate } from './transliteration.ts';

/**
 * Makes a slug of any text: transliterated to ASCII, in lower case, with runs of other characters as `_`;
 * `unknown` if nothing is left.
 */
export function slugify(text: string): string {
  const slug = transliterate(text)
    .toLowerCase()
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return slug === '' && text !== '' ? 'unknown' : slug;
}
