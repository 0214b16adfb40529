import { compile } from '../../jinja/template.ts';

/** What a template of a device sees: names to values, read only when it asks for them. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A compiled template of a device's config. */
export interface MqttTemplate {
  readonly source: string;
  /** Gives the stripped text; `host` is what functions of the home speak to. Throws when the template fails. */
  render(variables: TemplateVariables, host?: unknown): string;
}

/** Compiles a template; throws when it does not hold the language. */
export function compileTemplate(source: string): MqttTemplate {
  const compiled = compile(source);
  return {
    source,
    render: (variables, host) => compiled.render(variables, { host }),
  };
}
