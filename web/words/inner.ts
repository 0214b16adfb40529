import { developer } from './developer.ts';
import { forms } from './forms.ts';
import { teach } from './known.ts';

/** Words of the pages of administrators: they come with the first of these pages. */
export const INNER = { ...forms, ...developer } as const;

teach(INNER);
