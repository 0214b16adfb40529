import { callable } from './call.ts';
import type { Callable } from './context.ts';
import { str } from './printing.ts';
import { transliterate } from './transliterate.ts';

/** Small letters and digits with a separator between: what ids are made of. A quote parts words; one that came of a letter does not. */
function slugify(text: string, separator: string): string {
  if (text === '') return '';
  const plain = transliterate(text.replace(/'+/g, '-'))
    .replace(/'/g, '')
    .replace(/(?<=\d),(?=\d)/g, '');
  const slug = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator);
  return slug === '' ? 'unknown' : slug;
}

export const SLUGIFY: Callable = callable(
  "slugify(value, separator='_')",
  'As the part of an id.',
  ["{{ 'Living Room' | slugify }}", 'living_room'],
  (_context, value, separator) => slugify(str(value), separator === undefined ? '_' : str(separator)),
);
