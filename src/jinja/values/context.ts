import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { spend } from './work-meter.ts';

/**
 * Any value of the language: `null` is None, safe integers and `bigint` are ints, every other number and `Float` are floats,
 * strings and booleans are themselves, arrays are lists, plain objects from outside are dicts, the rest is a `PyObject`.
 */
export type Value = unknown;

/** A filter, test, global function or method. `signature` names its parameters and is what arguments are bound by. */
export interface Callable {
  readonly name: string;
  /** `round(value, precision=0, method='common', default=…)`: Python's form, `/` left out; `…` is "not given". */
  readonly signature: string;
  readonly description: string;
  /** A template and its text; a test renders each. */
  readonly example: readonly [template: string, result: string];
  /** Takes the bound arguments in the order of the signature; `*rest` comes as an array, `**named` as a `Map`. */
  run(context: RenderContext, ...args: Value[]): Value;
}

/** What a template may call beyond the language itself, and where it stands. */
export interface Environment {
  readonly filters: ReadonlyMap<string, Callable>;
  readonly tests: ReadonlyMap<string, Callable>;
  /** Names to values; a `Callable` is wrapped when the environment is made. */
  readonly globals: ReadonlyMap<string, Value>;
  /** The IANA zone local times are told in. */
  timeZone(): string;
  /** The source of a template that `import`, `include` or `extends` names. */
  load(name: string): string | undefined;
}

/** Whether a render has to end, which has spent so many units of work. */
export type Expired = (spent: number) => boolean;

/** Options of one render. */
export interface RenderOptions {
  /** Any use of an undefined name fails. */
  readonly strict?: boolean;
  /** Handed through to functions added from outside: what they ask, and where they note what was read. */
  readonly host?: unknown;
  /** Told of undefined names that are printed or tested (`WARNING`) or that fail (`ERROR`). */
  readonly warn?: (level: 'WARNING' | 'ERROR', text: string) => void;
  /** Asked now and then: true ends the render with a `TimeoutError`. */
  readonly expired?: Expired;
}

/** How members of values are reached; handed in, as methods need it and are themselves reached by it. */
export interface Members {
  attribute(context: RenderContext, value: Value, name: string): Value;
  item(context: RenderContext, value: Value, key: Value): Value;
}

/** One render: its variables, its limits and the host that functions from outside speak to. */
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

  /** Counts work; fails past the limit or when the render's time is over. */
  spend(units: number): void {
    spend(units);
  }

  /** Goes one call deeper; `leave` comes back. */
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
