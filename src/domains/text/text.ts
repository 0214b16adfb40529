import { type Message, message } from '../../core/messages.ts';
import { defineDomain, defineService, type EntityView, type Moment } from '../definition/define-domain.ts';
import { SET_TEXT } from '../definition/device-automations.ts';
import { type Option, target } from '../definition/entity-triggers.ts';
import { text } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { reproduceText } from '../definition/reproduce.ts';
import { chosenState } from '../definition/state-tests.ts';

/** The reported value of a text. */
export interface TextValues {
  readonly [key: string]: unknown;
  readonly value: string | null;
}

/** The capabilities of a text. Lengths count characters, not bytes. */
export interface TextCapabilities {
  readonly [key: string]: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string | null;
  readonly mode?: 'text' | 'password';
}

type TextView = EntityView<TextValues, TextCapabilities>;

const VALUE: Option = {
  name: 'value',
  field: { required: true, selector: { text: { multiline: false, multiple: false } } },
  read: (fields) => fields.text('value'),
};

/** Texts a device keeps and lets others set. */
export const textDomain = defineDomain<TextValues, TextCapabilities>({
  name: 'text',
  title: 'Text',
  states: 'A text of `min` to `max` characters.',
  unrecorded: ['min', 'max', 'mode', 'pattern'],
  features: {},
  deviceClasses: [],
  attributes: {
    mode: { description: 'How forms show it: text or password.', capability: true },
    min: { description: 'The minimum number of characters.', capability: true },
    max: { description: 'The maximum number of characters.', capability: true },
    pattern: { description: 'The format, as a regular expression, or null.', capability: true },
  },
  services: [
    defineService({
      name: 'set_value',
      fields: { value: text({ required: true, example: 'Hello world!' }) },
      plan: (entity: TextView, { value }, { beginsLike }) => {
        const problem = problemOf(value, entity, beginsLike);
        if (problem !== undefined) throw refusal(problem.key, problem.reason, { domain: 'text' });
        return { service: 'set_value', fields: { value }, patch: { value } };
      },
    }),
  ],
  reproduce: reproduceText,
  deviceAutomations: { actions: SET_TEXT },
  entityTriggers: {
    happens: { changed: { target: { entity: [{ domain: ['text', 'input_text'] }] } } },
    is: {
      is_equal_to: {
        target: target('text', 'input_text'),
        options: [VALUE],
        is: chosenState('value'),
      },
    },
  },
  presentCapabilities: (capabilities) => ({
    mode: capabilities.mode ?? 'text',
    ...limits(capabilities),
    pattern: capabilities.pattern ?? null,
  }),
  present: ({ values: { value } }) => ({ state: value, attributes: {} }),
});

function limits({ min = 0, max = 100 }: TextCapabilities) {
  return { min, max };
}

function problemOf(
  value: string,
  { id, capabilities }: TextView,
  beginsLike: Moment['beginsLike'],
): { readonly key: string; readonly reason: Message } | undefined {
  const { min, max } = limits(capabilities);
  const length = [...value].length;
  if (length < min)
    return { key: 'value_too_short', reason: message('text_too_short', { entity_id: id, min }) };
  if (length > max)
    return { key: 'value_too_long', reason: message('text_too_long', { entity_id: id, max }) };
  const { pattern } = capabilities;
  if (pattern == null || beginsLike(pattern, value)) return undefined;
  return {
    key: 'value_pattern_mismatch',
    reason: message('text_not_like_pattern', { entity_id: id, pattern }),
  };
}
