import { HubError } from '../core/errors.ts';
import { type Message, message } from '../core/messages.ts';
import { BlockReferences, runTemplate } from './compiler/compile-import.ts';
import { compileBody } from './compiler/compile-statement.ts';
import type { Compiled, StatementCompiler } from './compiler/compiler.ts';
import { assignedNames, mentions, Scope } from './compiler/scope.ts';
import { standardEnvironment } from './environment.ts';
import { getAttribute, getItem } from './runtime/access.ts';
import { type Execute, Frame } from './runtime/frame.ts';
import type { Statement } from './syntax/nodes.ts';
import { parse } from './syntax/parser.ts';
import { SyntaxFailure } from './syntax/syntax-error.ts';
import {
  type Environment,
  type Expired,
  RenderContext,
  type RenderOptions,
  type Value,
} from './values/context.ts';
import { TemplateFailure } from './values/failure.ts';
import { LIMITS } from './values/limits.ts';
import { parseNative } from './values/native.ts';
import { codePointLength } from './values/protocol.ts';
import { strip } from './values/strip.ts';
import { beginWork, endWork } from './values/work-meter.ts';

/** Variables by name, as passed by the caller: read lazily, own keys only. */
export type Variables = Readonly<Record<string, Value>>;

const NO_VARIABLES: Variables = Object.freeze(Object.create(null) as Record<string, Value>);
const MEMBERS = { attribute: getAttribute, item: getItem };
const NO_OPTIONS: RenderOptions = {};

/** A template with a syntax error, or one that failed to render. `kind` is Python's name of the error. */
export class TemplateError extends HubError {
  declare readonly reason: Message;
  readonly kind: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(kind: string, text: string, line?: number, column?: number) {
    super('template_error', text, { reason: message('template_problem', { problem: text }) });
    this.kind = kind;
    this.line = line;
    this.column = column;
  }
}

/** A compiled template. Renders leave no state in it, so any number can share it. */
export class Template {
  readonly source: string;
  /** Without `{{`, `{%` and `{#`: the output is always the same. */
  readonly isStatic: boolean;
  private readonly environment: Environment;
  private readonly compiled: Compiled;
  private readonly load: (name: string) => Compiled | undefined;

  constructor(source: string, environment: Environment, compiled: Compiled) {
    this.source = source;
    this.environment = environment;
    this.compiled = compiled;
    this.load = (name) => loadTemplate(environment, name);
    this.isStatic = !/\{[{%#]/.test(source);
  }

  /** For templates that import, include or extend this one. */
  compiledForm(): Compiled {
    return this.compiled;
  }

  /** The output, stripped at both ends. Throws `TemplateError`. */
  render(variables: Variables = NO_VARIABLES, options: RenderOptions = NO_OPTIONS): string {
    beginWork(options.expired);
    try {
      const context = new RenderContext(this.source, this.environment, variables, options, MEMBERS);
      const text = runTemplate(this.compiled, new Frame(context, variables), this.load);
      const { length } = text;
      if (length > LIMITS.output && (length > 2 * LIMITS.output || codePointLength(text) > LIMITS.output))
        throw tooLong();
      return strip(text);
    } catch (error) {
      throw templateError(error);
    } finally {
      endWork();
    }
  }

  /**
   * The output parsed as a value: `"21.5"` becomes 21.5, `"[1, 2]"` a list, `"on"` remains text. Throws
   * `TemplateError`.
   */
  renderNative(variables: Variables = NO_VARIABLES, options: RenderOptions = NO_OPTIONS): Value {
    beginWork(options.expired);
    try {
      return parseNative(this.render(variables, options));
    } catch (error) {
      throw templateError(error);
    } finally {
      endWork();
    }
  }
}

function tooLong(): TemplateFailure {
  return new TemplateFailure(
    'TemplateError',
    `Template output exceeded maximum size of ${LIMITS.output} characters`,
  );
}

function templateError(error: unknown): unknown {
  if (error instanceof SyntaxFailure) {
    const place = ` (line ${error.line}, column ${error.column})`;
    return new TemplateError(error.kind, `${error.kind}: ${error.message}${place}`, error.line, error.column);
  }
  if (error instanceof TemplateFailure) {
    return new TemplateError(error.kind, `${error.kind}: ${error.message}`, error.line);
  }
  if (error instanceof RangeError) {
    // JavaScript's own limits: the stack, or the length of a string.
    return new TemplateError('RecursionError', 'RecursionError: maximum recursion depth exceeded');
  }
  return error;
}

const CACHE_SIZE = 4096;
const caches = new WeakMap<Environment, Map<string, Template>>();
const ENVIRONMENT: Environment = standardEnvironment();

/**
 * Compiles a template, or returns it from the cache. Throws `TemplateError` with line and column; its kind is
 * `TimeoutError` if `expired` reports during the work that it takes too long.
 */
export function compile(source: string, environment: Environment = ENVIRONMENT, expired?: Expired): Template {
  let cache = caches.get(environment);
  if (cache === undefined) {
    cache = new Map();
    caches.set(environment, cache);
  }
  const known = cache.get(source);
  if (known !== undefined) return known;
  const template = compileFresh(source, environment, expired);
  if (cache.size >= CACHE_SIZE) {
    // Evicts the oldest half; a template still in use returns with one compilation.
    let left = CACHE_SIZE / 2;
    for (const key of cache.keys()) {
      if (left === 0) break;
      cache.delete(key);
      left -= 1;
    }
  }
  cache.set(source, template);
  return template;
}

function compileFresh(source: string, environment: Environment, expired: Expired | undefined): Template {
  beginWork(expired);
  try {
    if (source.length > LIMITS.source) {
      throw new SyntaxFailure(`Template is longer than ${LIMITS.source} characters`, source, LIMITS.source);
    }
    return new Template(source, environment, compileStatements(source, environment));
  } catch (error) {
    throw templateError(error);
  } finally {
    endWork();
  }
}

function loadTemplate(environment: Environment, name: string): Compiled | undefined {
  const source = environment.load(name);
  return source === undefined ? undefined : compile(source, environment).compiledForm();
}

function compileStatements(source: string, environment: Environment): Compiled {
  const statements: Statement[] = parse(source);
  const scope = Scope.root();
  assignedNames(statements, (name) => scope.declare(name));
  const blocks = new Map<string, Execute>();
  const on: StatementCompiler = {
    environment,
    scope,
    soft: false,
    source,
    escape: false,
    size: { expressions: 0 },
    blocks,
    template: (name) => loadTemplate(environment, name),
    body: compileBody,
  };
  const self = mentions(statements, 'self') ? scope.declare('self') : -1;
  const body = compileBody(statements, on);
  const run: Execute =
    self < 0
      ? body
      : (frame) => {
          frame.slots[self] = new BlockReferences(frame);
          return body(frame);
        };
  return { run, blocks, exports: () => scope.own() };
}
