import { compile, TemplateError } from '../../jinja/template.ts';

/** What a template of a device sees: names to values, read only when it asks for them. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A compiled template of a device's config. */
export interface MqttTemplate {
  readonly source: string;
  /** Gives the stripped text. Throws when the template fails. */
  render(variables: TemplateVariables, options?: TemplateOptions): string;
}

/** What a render may speak to, and how long it may take. */
export interface TemplateOptions {
  /** What functions of the home speak to. */
  readonly host?: unknown;
  /** Asked now and then: true ends the render. */
  readonly expired?: () => boolean;
}

/** Whether a render ended because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TemplateError && error.kind === 'TimeoutError';
}

/** Compiles a template; throws when it does not hold the language. */
export function compileTemplate(source: string): MqttTemplate {
  const compiled = compile(source);
  return {
    source,
    render: (variables, options) => compiled.render(variables, options),
  };
}
