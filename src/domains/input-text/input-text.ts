import { fault } from '../../core/errors.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { SET_TEXT, unlisted } from '../definition/device-automations.ts';
import { text } from '../definition/field.ts';
import { reproduceText } from '../definition/reproduce.ts';

/** The value of an input text. */
export interface InputTextValues {
  readonly [key: string]: unknown;
  readonly text: string | null;
}

/** Its limits; lengths count code points. */
export interface InputTextCapabilities {
  readonly [key: string]: unknown;
  readonly min: number;
  readonly max: number;
  readonly pattern: string | null;
  readonly mode: 'text' | 'password';
}

/** Whether a text has a length between the limits. */
export function hasLength(
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  const { length } = [...value];
  return length >= min && length <= max;
}

/** Texts that people write: a note, a name. */
export const inputTextDomain = defineDomain<InputTextValues, InputTextCapabilities>({
  name: 'input_text',
  title: 'Input text',
  states: 'A text.',
  unrecorded: ['editable', 'min', 'max', 'mode', 'pattern'],
  features: {},
  deviceClasses: [],
  attributes: {
    min: { description: 'The minimum number of characters.', capability: true },
    max: { description: 'The maximum number of characters.', capability: true },
    pattern: {
      description: 'The regular expression that the beginning of the text must match; null for any text.',
      capability: true,
    },
    mode: { description: '`text` or `password`.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    defineService({
      name: 'set_value',
      fields: { value: text({ required: true, example: 'back at five' }) },
      plan: (entity: EntityView<InputTextValues, InputTextCapabilities>, { value }, { beginsLike }) => {
        const { id, capabilities } = entity;
        if (!hasLength(value, capabilities)) return { service: 'set_value', fields: {}, patch: {} };
        if (capabilities.pattern !== null && !beginsLike(capabilities.pattern, value)) {
          throw fault('invalid_format', 'text_does_not_match_pattern', {
            value: JSON.stringify(value),
            id,
            pattern: capabilities.pattern,
          });
        }
        return { service: 'set_value', fields: { value }, patch: { text: value } };
      },
    }),
  ],
  reproduce: reproduceText,
  deviceAutomations: { actions: unlisted(SET_TEXT) },
  present: ({ values }) => ({ state: values.text, attributes: {} }),
});
