import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { strictBoolean, text } from '../definition/field.ts';
import { refusal, requireListed } from '../definition/refusal.ts';
import { step } from '../definition/reproduce.ts';
import { selectDevice, selectTriggers } from './automations.ts';

/** The reported value of a select. */
export interface SelectValues {
  readonly [key: string]: unknown;
  readonly option: string | null;
}

/** The capabilities of a select. */
export interface SelectCapabilities {
  readonly [key: string]: unknown;
  readonly options: readonly string[];
}

type SelectView = EntityView<SelectValues, SelectCapabilities>;

const cycle = strictBoolean({ default: true });

/** Choices of a device, one of a few options. */
export const selectDomain = defineDomain<SelectValues, SelectCapabilities>({
  name: 'select',
  title: 'Select',
  states: 'One of the `options`.',
  unrecorded: ['options'],
  features: {},
  deviceClasses: [],
  attributes: { options: { description: 'The available options.', capability: true } },
  services: [
    defineService({
      name: 'select_option',
      fields: {
        option: text({
          required: true,
          example: 'Item A',
          selector: { state: { hide_states: ['unavailable', 'unknown'] } },
        }),
      },
      plan: (select: SelectView, { option }) => {
        requireListed({
          domain: 'select',
          key: 'not_valid_option',
          choice: 'choice_option',
          value: option,
          among: select.capabilities.options,
        });
        return chosen(select, option);
      },
    }),
    defineService({
      name: 'select_first',
      fields: {},
      plan: (select: SelectView) => chosen(select, select.capabilities.options[0]),
    }),
    defineService({
      name: 'select_last',
      fields: {},
      plan: (select: SelectView) => chosen(select, select.capabilities.options.at(-1)),
    }),
    defineService({
      name: 'select_next',
      fields: { cycle },
      plan: (select: SelectView, fields) => chosen(select, neighbor(select, 1, fields.cycle !== false)),
    }),
    defineService({
      name: 'select_previous',
      fields: { cycle },
      plan: (select: SelectView, fields) => chosen(select, neighbor(select, -1, fields.cycle !== false)),
    }),
  ],
  reproduce: (present, { state }) =>
    present.state === state ? [] : [step('select_option', { option: state })],
  deviceAutomations: selectDevice,
  entityTriggers: selectTriggers,
  present: ({ values: { option }, capabilities }) => ({
    state: option !== null && capabilities.options.includes(option) ? option : null,
    attributes: {},
  }),
});

function chosen(select: SelectView, option: string | undefined): Command<SelectValues> {
  if (option === undefined)
    throw refusal(
      'no_options',
      { key: 'select_has_no_options', parameters: { select: select.id } },
      { domain: 'select' },
    );
  return { service: 'select_option', fields: { option }, patch: { option } };
}

/** With nothing chosen yet, the next option is the first and the previous one the last. */
function neighbor(select: SelectView, step: 1 | -1, cycle: boolean): string | undefined {
  const { options } = select.capabilities;
  const { option } = select.values;
  if (option === null) return step === 1 ? options[0] : options.at(-1);
  const index = Math.max(0, options.indexOf(option)) + step;
  return cycle
    ? options.at(index % options.length)
    : options[Math.min(options.length - 1, Math.max(0, index))];
}
