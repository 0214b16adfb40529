import { compile, type Template, TemplateError } from '../../../jinja/template.ts';
import type { Environment, Expired } from '../../../jinja/values/context.ts';
import { homeLanguage } from '../../../templates/language.ts';

/** The variables of a device's template, evaluated lazily. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A compiled template of a device's config. */
export interface MqttTemplate {
  readonly source: string;
  /** Returns the trimmed text. Throws when the template fails. */
  render(variables: TemplateVariables, options?: TemplateOptions): string;
}

/** The template language of the home, and its data source. */
export interface HomeTemplates {
  readonly environment: Environment;
  readonly host: unknown;
}

/** The data access and the time limit of a render. */
interface TemplateOptions {
  readonly home?: HomeTemplates | undefined;
  /** Polled during a render: true aborts it. */
  readonly expired?: Expired;
}

/** Whether a render ended because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TemplateError && error.kind === 'TimeoutError';
}

/** Whether a render failed because a value is missing or not accessible. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof TemplateError && (error.kind === 'UndefinedError' || error.kind === 'SecurityError')
  );
}

/** For validation: configs are parsed before the home is known. */
const LANGUAGE = homeLanguage();

/** Maximum characters of a device's template: compiles in half of a render's time limit. */
const MAX_LENGTH = 65_536;

/** Compiles a template; throws when it does not hold the language. */
export function compileTemplate(source: string): MqttTemplate {
  if (source.length > MAX_LENGTH) throw new Error(`it is longer than ${MAX_LENGTH} characters`);
  let environment = LANGUAGE;
  let compiled: Template = compile(source, environment);
  return {
    source,
    render: (variables, { home, expired } = {}) => {
      if (home !== undefined && home.environment !== environment) {
        environment = home.environment;
        compiled = compile(source, environment, expired);
      }
      return compiled.render(variables, {
        host: home?.host,
        ...(expired === undefined ? {} : { expired }),
      });
    },
  };
}
