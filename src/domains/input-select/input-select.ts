import type { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { unlisted } from '../definition/device-automations.ts';
import { custom, strictBoolean, text, textListSchema } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { attributeSteps, requestedChange, step } from '../definition/reproduce.ts';
import { SELECT_ACTIONS } from '../select/automations.ts';

/** The value of an input select: the chosen option, and the options if a service replaced them. */
export interface InputSelectValues {
  readonly [key: string]: unknown;
  readonly option: string | null;
}

/** Its capabilities. */
export interface InputSelectCapabilities {
  readonly [key: string]: unknown;
  readonly options: readonly string[];
}

/** Limited, since the options are sent with each state. */
const MAX_OPTIONS = 1000;

/** Options as given: a single text is a list of one. */
export const OptionList: z.ZodType<readonly string[]> = textListSchema
  .refine((options) => options.length > 0, schemaError('expects_options'))
  .refine(
    (options) => options.length <= MAX_OPTIONS,
    schemaError('expects_at_most_options', { max: MAX_OPTIONS }),
  );

type View = EntityView<InputSelectValues, InputSelectCapabilities>;

function to(option: string | undefined): Command<InputSelectValues> {
  return { service: 'select_option', fields: { option }, patch: { option: option ?? null } };
}

function moved(
  { values, capabilities: { options } }: View,
  by: 1 | -1,
  cycle: boolean,
): Command<InputSelectValues> {
  const at = options.indexOf(values.option ?? '');
  const next = Math.max(0, at) + by;
  if (cycle) return to(options.at(next % options.length));
  return to(options[Math.min(options.length - 1, Math.max(0, next))]);
}

const cycle = strictBoolean({ default: true });

/** Selections created by users, such as the mode of the home. */
export const inputSelectDomain = defineDomain<InputSelectValues, InputSelectCapabilities>({
  name: 'input_select',
  title: 'Input select',
  states: 'One of the `options`.',
  unrecorded: ['editable', 'options'],
  features: {},
  deviceClasses: [],
  attributes: {
    options: { description: 'The available options.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    defineService({
      name: 'select_option',
      fields: {
        option: text({
          required: true,
          example: 'home',
          selector: { state: { hide_states: ['unavailable', 'unknown'] } },
        }),
      },
      plan: ({ id, capabilities: { options } }: View, { option }) => {
        if (options.includes(option)) return to(option);
        throw refusal(
          'invalid_option',
          {
            key: 'invalid_option',
            parameters: { option: JSON.stringify(option), id, options: options.join(', ') },
          },
          {
            domain: 'input_select',
            entity_id: id,
            option,
            options: options.join(', '),
          },
        );
      },
    }),
    {
      name: 'select_first',
      fields: {},
      plan: ({ capabilities }: View) => to(capabilities.options[0]),
    },
    {
      name: 'select_last',
      fields: {},
      plan: ({ capabilities }: View) => to(capabilities.options.at(-1)),
    },
    defineService({
      name: 'select_next',
      fields: { cycle },
      plan: (entity: View, fields) => moved(entity, 1, fields.cycle ?? true),
    }),
    defineService({
      name: 'select_previous',
      fields: { cycle },
      plan: (entity: View, fields) => moved(entity, -1, fields.cycle ?? true),
    }),
    defineService({
      name: 'set_options',
      fields: {
        options: custom(
          OptionList,
          { text: { multiple: true } },
          { required: true, example: ['home', 'away'] },
        ),
      },
      plan: ({ id, values }: View, { options }) => {
        if (new Set(options).size !== options.length) {
          throw refusal(
            'duplicate_options',
            { key: 'options_not_unique', parameters: { id, options: options.join(', ') } },
            {
              domain: 'input_select',
              entity_id: id,
              duplicates: doublesOf(options).join(', '),
            },
          );
        }
        const option = options.includes(values.option ?? '') ? values.option : (options[0] ?? null);
        return { service: 'set_options', fields: { options }, patch: { option } };
      },
    }),
  ],
  reproduce: (present, requested) => [
    ...attributeSteps(present, requested, [['options', 'set_options']]),
    ...(present.state === requested.state && requestedChange(present, requested, 'options') === undefined
      ? []
      : [step('select_option', { option: requested.state })]),
  ],
  deviceAutomations: { actions: unlisted(SELECT_ACTIONS) },
  present: ({ values }) => ({ state: values.option, attributes: {} }),
});

function doublesOf(options: readonly string[]): string[] {
  return [...new Set(options.filter((option, i) => options.indexOf(option) !== i))];
}
