import { compile, type Template, TemplateError } from '../../../jinja/template.ts';
import type { Environment, Expired } from '../../../jinja/values/context.ts';
import { homeLanguage } from '../../../templates/language.ts';

/** What a template of a device sees: names to values, read only when it asks for them. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A compiled template of a device's config. */
export interface MqttTemplate {
  readonly source: string;
  /** Gives the stripped text. Throws when the template fails. */
  render(variables: TemplateVariables, options?: TemplateOptions): string;
}

/** The language as the home speaks it, and what its functions ask. */
export interface HomeTemplates {
  readonly environment: Environment;
  readonly host: unknown;
}

/** What a render may speak to, and how long it may take. */
interface TemplateOptions {
  readonly home?: HomeTemplates | undefined;
  /** Asked now and then: true ends the render. */
  readonly expired?: Expired;
}

/** Whether a render ended because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TemplateError && error.kind === 'TimeoutError';
}

/** Whether a render ended because it asked something of what is not there, or of what it may not ask. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof TemplateError && (error.kind === 'UndefinedError' || error.kind === 'SecurityError')
  );
}

/** Configs are read before anybody knows whose home they are for: this tells what is a template. */
const LANGUAGE = homeLanguage();

/** Characters of a device's template: as much as compiles in half the time a render may take. */
const LONGEST = 65_536;

/** Compiles a template; throws when it does not hold the language. */
export function compileTemplate(source: string): MqttTemplate {
  if (source.length > LONGEST) throw new Error(`it is longer than ${LONGEST} characters`);
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
