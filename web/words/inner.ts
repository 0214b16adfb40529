import { developer } from './developer.ts';
import { forms } from './forms.ts';
import { helpers } from './helpers.ts';
import { teach } from './known.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { system } from './system.ts';

/** Words of the pages of administrators: they come with the first of these pages. */
export const INNER = { ...forms, ...developer, ...places, ...helpers, ...people, ...system } as const;

teach(INNER);
