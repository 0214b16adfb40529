import type { Value } from '../jinja/context.ts';
import { TemplateError } from '../jinja/template.ts';
import { BadDuration, type Duration } from './duration.ts';
import type { Attachment } from './trigger.ts';

/** The milliseconds of a `for`, rendered with what the trigger has seen: undefined where there is no `for`, null where it failed, which is logged. */
export function lengthFor(
  { setting, variables }: Pick<Attachment, 'setting' | 'variables'>,
  length: Duration | undefined,
  trigger: () => Readonly<Record<string, Value>>,
): number | null | undefined {
  if (length === undefined) return undefined;
  if (length.fixed !== undefined) return length.fixed;
  try {
    return length.resolve(setting.rendering, { ...variables, trigger: trigger() });
  } catch (error) {
    if (!(error instanceof BadDuration || error instanceof TemplateError)) throw error;
    setting.log.error(`The 'for' of a trigger has no value: ${error.message}`);
    return null;
  }
}
