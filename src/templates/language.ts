import { makeEnvironment } from '../jinja/environment.ts';
import type { Callable, Environment } from '../jinja/values/context.ts';
import { NOW_FUNCTIONS, TIME_FUNCTIONS } from './functions/clock-functions.ts';
import { DEVICE_FUNCTIONS, IS_DEVICE_ATTR, ISSUES } from './functions/device-functions.ts';
import { CLOSEST_FILTER, CLOSEST_FUNCTION, DISTANCE, EXPAND } from './functions/distance-functions.ts';
import { PLACE_FUNCTIONS, PLACE_LISTS } from './functions/place-functions.ts';
import { HAS_VALUE, STATE_FUNCTIONS, STATE_TESTS, STATES } from './functions/state-functions.ts';
import { type TemplateHome, TemplateHost } from './host.ts';
import { NoReads } from './reads.ts';
import { AllStates } from './states-value.ts';

const BOTH: readonly Callable[] = [
  ...STATE_FUNCTIONS,
  EXPAND,
  ...PLACE_FUNCTIONS,
  ...DEVICE_FUNCTIONS,
  ...TIME_FUNCTIONS,
];

/** Filters that access the home. */
export const HOME_FILTERS: readonly Callable[] = [STATES, ...BOTH, CLOSEST_FILTER];

/** Tests that access the home. */
export const HOME_TESTS: readonly Callable[] = [...STATE_TESTS, HAS_VALUE, IS_DEVICE_ATTR];

/** Functions that access the home, including `states`, which is more than a function. */
export const HOME_FUNCTIONS: readonly Callable[] = [
  STATES,
  ...STATE_TESTS,
  ...BOTH,
  ...NOW_FUNCTIONS,
  ...PLACE_LISTS,
  CLOSEST_FUNCTION,
  DISTANCE,
  IS_DEVICE_ATTR,
  ISSUES,
];

/** The language with access to the home. Renders need a `TemplateHost`; without one these functions fail. */
export function homeLanguage(
  options: { readonly timeZone?: () => string; readonly load?: (name: string) => string | undefined } = {},
): Environment {
  return makeEnvironment({
    filters: HOME_FILTERS,
    tests: HOME_TESTS,
    functions: HOME_FUNCTIONS,
    globals: { states: new AllStates() },
    ...options,
  });
}

/** A host for any number of renders that are not tracked, such as those of device templates. */
export function quietHost(home: TemplateHome): TemplateHost {
  return new TemplateHost(home, null, new NoReads());
}
