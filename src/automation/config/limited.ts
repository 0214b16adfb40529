import type { Value } from '../../jinja/values/context.ts';
import { str } from '../../jinja/values/printing.ts';
import { isTemplate } from './rendering.ts';
import type { Attachment } from './trigger.ts';

type Place = Pick<Attachment, 'setting' | 'variables'>;

/**
 * Renders a configuration tree when the trigger is attached: its templates see variables but not the home.
 * Throws `TemplateError`.
 */
export function limitedTree({ setting, variables }: Place, config: unknown): Value {
  const { rendering } = setting;
  return rendering.tree(config, variables, (template) => rendering.limited(template, variables));
}

/** Like `limitedTree`, for one text. */
export function limitedText(place: Place, text: string): string {
  return isTemplate(text) ? str(limitedTree(place, text)) : text;
}
