import { slugify } from '../core/entity-id.ts';
import { callable } from './call.ts';
import type { Callable } from './context.ts';
import { str } from './printing.ts';

export const SLUGIFY: Callable = callable(
  "slugify(value, separator='_')",
  'As the part of an id.',
  ["{{ 'Living Room' | slugify }}", 'living_room'],
  (_context, value, separator) => {
    const slug = slugify(str(value));
    return separator === undefined ? slug : slug.replaceAll('_', () => str(separator));
  },
);
