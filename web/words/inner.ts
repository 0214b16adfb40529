import { developer } from './developer.ts';
import { forms } from './forms.ts';
import { items } from './items.ts';
import { teach } from './known.ts';
import { helpers } from './made-things.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { system } from './system.ts';
import { welcome } from './welcome.ts';

/** Words of the pages of administrators: they come with the first of these pages. */
export const INNER = {
  ...forms,
  ...items,
  ...developer,
  ...places,
  ...helpers,
  ...people,
  ...system,
  ...welcome,
} as const;

teach(INNER);
