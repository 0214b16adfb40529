import { slugify } from '../../core/slug.ts';
import { replaceText } from '../methods/string.ts';
import { callable } from '../values/call.ts';
import type { Callable } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { str } from '../values/printing.ts';
import { spend } from '../values/work-meter.ts';

/** IDs have at most 255 characters; far longer texts are not names. */
const MAX_LENGTH = 16_384;

export const SLUGIFY: Callable = callable("slugify(value, separator='_')", (context, value, separator) => {
  const text = str(value);
  if (text.length > MAX_LENGTH) throw new TemplateFailure('MemoryError', 'text too long');
  spend(text.length);
  const slug = slugify(text);
  return separator === undefined ? slug : replaceText(slug, '_', str(separator), -1, context);
});
