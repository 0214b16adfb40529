import { developer } from './developer.ts';
import { deviceClasses } from './device-classes.ts';
import { forms } from './forms.ts';
import { items } from './items.ts';
import { teach } from './known.ts';
import { helpers } from './made-things.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { purposes } from './purposes.ts';
import { purposesAsked } from './purposes-asked.ts';
import { scriptInputs } from './script-inputs.ts';
import { steps } from './steps.ts';
import { system } from './system.ts';
import { templateEntities } from './template-entities.ts';
import { welcome } from './welcome.ts';

/** Words of the pages of administrators: they come with the first of these pages. */
export const INNER = {
  ...forms,
  ...items,
  ...steps,
  ...scriptInputs,
  ...templateEntities,
  ...deviceClasses,
  ...purposes,
  ...purposesAsked,
  ...developer,
  ...places,
  ...helpers,
  ...people,
  ...system,
  ...welcome,
} as const;

teach(INNER);
