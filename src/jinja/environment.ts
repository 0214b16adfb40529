import { CODEC_FILTERS, CODECS } from './builtins/codecs.ts';
import { APPLY_TEST, COLLECTIONS, CONTAINS, IS_DEFINED } from './builtins/collections.ts';
import { DATETIME_FUNCTIONS, IS_DATETIME, TIMEDELTA, TIMESTAMP_FILTERS } from './builtins/datetime.ts';
import { BOOL, CONVERSION_FILTERS, FLOAT, INT } from './builtins/filters-conversion.ts';
import { HTML_FILTERS } from './builtins/filters-html.ts';
import { JSON_FILTERS } from './builtins/filters-json.ts';
import { LIST_FILTERS } from './builtins/filters-list.ts';
import { REGEX_FILTERS, REGEX_TESTS } from './builtins/filters-regex.ts';
import { SELECT_FILTERS } from './builtins/filters-select.ts';
import { TEXT_FILTERS } from './builtins/filters-text.ts';
import { asGlobal, FUNCTION_LIST } from './builtins/functions.ts';
import { IS_NUMBER, MATH, MATH_FILTERS } from './builtins/math.ts';
import { PPRINT } from './builtins/pprint.ts';
import { SLUGIFY } from './builtins/slugify.ts';
import { STATISTICS } from './builtins/statistics.ts';
import { BASIC_TESTS } from './builtins/tests-basic.ts';
import { VERSION } from './builtins/version.ts';
import { table } from './values/call.ts';
import type { Callable, Environment, Value } from './values/context.ts';

/** Available as both filter and function. */
const BOTH: readonly Callable[] = [
  FLOAT,
  INT,
  BOOL,
  ...MATH,
  ...STATISTICS,
  ...COLLECTIONS,
  ...CODECS,
  ...DATETIME_FUNCTIONS,
  SLUGIFY,
  VERSION,
];

/** All filters that do not access the home. */
export const FILTERS: readonly Callable[] = [
  ...BOTH,
  ...CONVERSION_FILTERS,
  ...TEXT_FILTERS,
  ...HTML_FILTERS,
  ...LIST_FILTERS,
  ...SELECT_FILTERS,
  ...MATH_FILTERS,
  ...JSON_FILTERS,
  ...CODEC_FILTERS,
  ...REGEX_FILTERS,
  ...TIMESTAMP_FILTERS,
  CONTAINS,
  IS_DEFINED,
  PPRINT,
];

/** All tests that do not access the home. */
export const TESTS: readonly Callable[] = [
  ...BASIC_TESTS,
  ...REGEX_TESTS,
  CONTAINS,
  APPLY_TEST,
  IS_DATETIME,
  IS_NUMBER,
];

/** All functions that do not access the home. */
export const FUNCTIONS: readonly Callable[] = [...BOTH, ...FUNCTION_LIST, TIMEDELTA];

/** Globals with plain values. */
export const CONSTANTS: Readonly<Record<string, Value>> = { e: Math.E, pi: Math.PI, tau: 2 * Math.PI };

/** Additions to the language, which override built-ins of the same name. */
export interface Extension {
  readonly filters?: readonly Callable[];
  readonly tests?: readonly Callable[];
  readonly functions?: readonly Callable[];
  /** Globals with values of other types. */
  readonly globals?: Readonly<Record<string, Value>>;
  readonly timeZone?: () => string;
  readonly load?: (name: string) => string | undefined;
}

/** The language with additions. Create it once: compiled templates are cached per environment. */
export function makeEnvironment(extension: Extension = {}): Environment {
  const globals = new Map<string, Value>();
  for (const entry of [...FUNCTIONS, ...(extension.functions ?? [])]) {
    globals.set(entry.name, asGlobal(entry));
  }
  for (const [name, value] of Object.entries(CONSTANTS)) globals.set(name, value);
  for (const [name, value] of Object.entries(extension.globals ?? {})) globals.set(name, value);
  return {
    filters: merge(FILTERS, extension.filters),
    tests: merge(TESTS, extension.tests),
    globals,
    timeZone: extension.timeZone ?? (() => 'UTC'),
    load: extension.load ?? (() => undefined),
  };
}

function merge(own: readonly Callable[], added: readonly Callable[] = []): ReadonlyMap<string, Callable> {
  return new Map([...table(own), ...table(added)]);
}

/** The language without extensions. */
export function standardEnvironment(): Environment {
  return makeEnvironment();
}
