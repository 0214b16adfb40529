import { fault } from '../../core/errors.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { integer } from '../definition/field.ts';
import { step } from '../definition/reproduce.ts';
import { counterTriggers } from './entity-triggers.ts';

/** The values of a counter. */
export interface CounterValues {
  readonly [key: string]: unknown;
  readonly count: number;
}

/** Its initial value, step and limits. */
export interface CounterCapabilities {
  readonly [key: string]: unknown;
  readonly initial: number;
  readonly step: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

type View = EntityView<CounterValues, CounterCapabilities>;

/** A count moved to the nearer limit. */
export function withinLimits(
  count: number,
  { minimum, maximum }: Pick<CounterCapabilities, 'minimum' | 'maximum'>,
): number {
  return Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, count));
}

function to(count: number, { capabilities }: View): Command<CounterValues> {
  return { service: 'set_value', fields: {}, patch: { count: withinLimits(count, capabilities) } };
}

/** Counters: how often something happened. */
export const counterDomain = defineDomain<CounterValues, CounterCapabilities>({
  name: 'counter',
  title: 'Counter',
  states: 'A whole number.',
  features: {},
  deviceClasses: [],
  attributes: {
    initial: { description: 'The initial value.', capability: true },
    step: { description: 'The step.', capability: true },
    minimum: { description: 'The minimum value.', capability: true },
    maximum: { description: 'The maximum value.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    {
      name: 'increment',
      fields: {},
      plan: (entity: View) => to(entity.values.count + entity.capabilities.step, entity),
    },
    {
      name: 'decrement',
      fields: {},
      plan: (entity: View) => to(entity.values.count - entity.capabilities.step, entity),
    },
    {
      name: 'reset',
      fields: {},
      plan: (entity: View) => to(entity.capabilities.initial, entity),
    },
    defineService({
      name: 'set_value',
      fields: {
        value: integer({ required: true, example: 3 }),
      },
      plan: (entity: View, { value }) => {
        const { step } = entity.capabilities;
        const fits = withinLimits(value, entity.capabilities) === value && value % step === 0;
        if (!fits)
          throw fault('invalid_format', 'counter_value_outside_limits', { value, entity_id: entity.id });
        return to(value, entity);
      },
    }),
  ],
  reproduce: (present, requested) => {
    if (!/^[-+]?\d+$/.test(requested.state)) return undefined;
    return present.state === requested.state ? [] : [step('set_value', { value: Number(requested.state) })];
  },
  entityTriggers: counterTriggers,
  present: ({ values }) => ({ state: String(values.count), attributes: {} }),
});
