import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { spend } from './work-meter.ts';

/**
 * Any value of the language: `null` is None, safe integers and `bigint` are ints, all other numbers and
 * `Float` are floats, strings and booleans are themselves, arrays are lists, plain objects are dicts, and the
 * rest are `PyObject`.
 */
export type Value = unknown;

/**
 * A filter, test, global function or method. `signature` names its parameters, to which arguments are bound.
 */
export interface Callable {
  readonly name: string;
  /**
   * `round(value, precision=0, method='common', default=…)`: Python's syntax without `/`; `…` means "not
   * given".
   */
  readonly signature: string;
  /** Takes the bound arguments in the order of the signature; `*rest` as an array, `**named` as a `Map`. */
  run(context: RenderContext, ...args: Value[]): Value;
}

/** The filters, tests and globals available to a template, and its settings. */
export interface Environment {
  readonly filters: ReadonlyMap<string, Callable>;
  readonly tests: ReadonlyMap<string, Callable>;
  /** Values by name; a `Callable` is wrapped when the environment is created. */
  readonly globals: ReadonlyMap<string, Value>;
  /** The local IANA time zone. */
  timeZone(): string;
  /** The source of a template for `import`, `include` or `extends`. */
  load(name: string): string | undefined;
}

/** Whether a render must end, given the units of work it has spent. */
export type Expired = (spent: number) => boolean;

/** Options of one render. */
export interface RenderOptions {
  /** Any use of an undefined name fails. */
  readonly strict?: boolean;
  /** Passed through to functions of extensions: their data source, and the record of what was read. */
  readonly host?: unknown;
  /** Called for undefined names that are printed or tested (`WARNING`) or that fail (`ERROR`). */
  readonly warn?: (level: 'WARNING' | 'ERROR', text: string) => void;
  /** Checked regularly: true ends the render with a `TimeoutError`. */
  readonly expired?: Expired;
}

/** Access to members of values; passed in, since methods both use it and are reached through it. */
export interface Members {
  attribute(context: RenderContext, value: Value, name: string): Value;
  item(context: RenderContext, value: Value, key: Value): Value;
}

/** One render: its variables, its limits and the host for functions of extensions. */
export class RenderContext {
  readonly source: string;
  readonly environment: Environment;
  readonly variables: Readonly<Record<string, Value>>;
  readonly strict: boolean;
  readonly host: unknown;
  readonly warn: RenderOptions['warn'];
  readonly members: Members;
  depth = 0;

  constructor(
    source: string,
    environment: Environment,
    variables: Readonly<Record<string, Value>>,
    options: RenderOptions,
    members: Members,
  ) {
    this.source = source;
    this.environment = environment;
    this.variables = variables;
    this.strict = options.strict === true;
    this.host = options.host;
    this.warn = options.warn;
    this.members = members;
  }

  /** Charges work; fails above the limit or when the time of the render is over. */
  spend(units: number): void {
    spend(units);
  }

  /** Enters a nested call; `leave` exits it. */
  enter(): void {
    this.depth += 1;
    this.spend(1);
    if (this.depth > LIMITS.depth) {
      throw new TemplateFailure('RecursionError', 'maximum recursion depth exceeded');
    }
  }

  leave(): void {
    this.depth -= 1;
  }
}
