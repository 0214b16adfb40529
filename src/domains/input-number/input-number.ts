import { fault } from '../../core/errors.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { SET_NUMBER, unlisted } from '../definition/device-automations.ts';
import { float } from '../definition/field.ts';
import { floatText } from '../definition/number-text.ts';
import { reproduceNumber } from '../definition/reproduce.ts';

/** The value of an input number. */
export interface InputNumberValues {
  readonly [key: string]: unknown;
  readonly value: number | null;
}

/** Its limits. */
export interface InputNumberCapabilities {
  readonly [key: string]: unknown;
  readonly initial: number | null;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly mode: 'slider' | 'box';
}

type View = EntityView<InputNumberValues, InputNumberCapabilities>;

function to(value: number): Command<InputNumberValues> {
  return { service: 'set_value', fields: { value }, patch: { value } };
}

function stepped({ values, capabilities }: View, direction: 1 | -1): Command<InputNumberValues> {
  const { min, max, step } = capabilities;
  return to(Math.min(max, Math.max(min, (values.value ?? min) + direction * step)));
}

/** Numbers that people set: a target, a threshold. */
export const inputNumberDomain = defineDomain<InputNumberValues, InputNumberCapabilities>({
  name: 'input_number',
  title: 'Input number',
  states: 'A number.',
  unrecorded: ['editable', 'initial', 'min', 'max', 'step', 'mode'],
  features: {},
  deviceClasses: [],
  attributes: {
    initial: { description: 'The value at startup; null if it keeps its last one.', capability: true },
    min: { description: 'The minimum value.', capability: true },
    max: { description: 'The maximum value.', capability: true },
    step: { description: 'The step of increment and decrement.', capability: true },
    mode: { description: '`slider` or `box`.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    defineService<InputNumberValues, InputNumberCapabilities, { value: ReturnType<typeof valueField> }>({
      name: 'set_value',
      fields: { value: valueField() },
      plan: ({ id, capabilities: { min, max } }, { value }) => {
        if (value >= min && value <= max) return to(value);
        throw fault('invalid_format', 'number_outside_range', { min, max, id, value });
      },
    }),
    {
      name: 'increment',
      fields: {},
      plan: (entity: View) => stepped(entity, 1),
    },
    {
      name: 'decrement',
      fields: {},
      plan: (entity: View) => stepped(entity, -1),
    },
  ],
  reproduce: (present, requested) => {
    const { min, max } = present.attributes;
    const value = Number(requested.state);
    return value >= Number(min) && value <= Number(max) ? reproduceNumber(present, requested) : undefined;
  },
  deviceAutomations: { actions: unlisted(SET_NUMBER) },
  present: ({ values }) => ({
    state: values.value === null ? null : floatText(values.value),
    attributes: {},
  }),
});

function valueField() {
  return float({ required: true, example: 42 });
}
