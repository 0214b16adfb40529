import { PyFunction, table } from './call.ts';
import type { Callable, Environment, Value } from './context.ts';
import { CONVERSION_FILTERS } from './filters-conversion.ts';
import { BASIC_TESTS } from './tests-basic.ts';

/** All that can be called without a home, as one list a kind. */
export const FILTERS: readonly Callable[] = [...CONVERSION_FILTERS];
export const TESTS: readonly Callable[] = [...BASIC_TESTS];
export const FUNCTIONS: readonly Callable[] = [];

/** What a caller adds to the language; its entries stand before ours of the same name. */
export interface Extension {
  readonly filters?: readonly Callable[];
  readonly tests?: readonly Callable[];
  readonly functions?: readonly Callable[];
  /** Globals that are values of their own kind. */
  readonly globals?: Readonly<Record<string, Value>>;
  readonly timeZone?: () => string;
  readonly load?: (name: string) => string | undefined;
}

/** The language with what a caller adds to it. Make it once and keep it: compiled templates are kept by environment. */
export function makeEnvironment(extension: Extension = {}): Environment {
  const globals = new Map<string, Value>();
  for (const entry of [...FUNCTIONS, ...(extension.functions ?? [])]) {
    globals.set(entry.name, new PyFunction(entry));
  }
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

/** The language by itself. */
export function standardEnvironment(): Environment {
  return makeEnvironment();
}
