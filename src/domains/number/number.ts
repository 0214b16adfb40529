import { Float } from '../../core/json.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { SET_NUMBER } from '../definition/device-automations.ts';
import { float } from '../definition/field.ts';
import { floatText, numberText } from '../definition/number-text.ts';
import { refusal } from '../definition/refusal.ts';
import { reproduceNumber } from '../definition/reproduce.ts';
import { sensorDeviceClasses } from '../sensor/device-classes.ts';

/** The reported value of a number. */
export interface NumberValues {
  readonly [key: string]: unknown;
  /** A `Float` is shown as one: `12.0`. */
  readonly value: number | Float | null;
}

/** The capabilities of a number. */
export interface NumberCapabilities {
  readonly [key: string]: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly mode?: 'auto' | 'box' | 'slider';
}

type NumberView = EntityView<NumberValues, NumberCapabilities>;

/** Numbers stored on a device and settable. */
export const numberDomain = defineDomain<NumberValues, NumberCapabilities>({
  name: 'number',
  title: 'Number',
  states: 'A number from `min` to `max`.',
  unrecorded: ['min', 'max', 'step', 'mode'],
  features: {},
  deviceClasses: [...sensorDeviceClasses].filter(([, { numeric }]) => numeric).map(([name]) => name),
  stateIsReading: 'temperature alone',
  attributes: {
    min: {
      description: 'The lowest value.',
      capability: true,
      quantity: 'reading',
      limit: 'lowest',
    },
    max: {
      description: 'The highest value.',
      capability: true,
      quantity: 'reading',
      limit: 'highest',
    },
    step: { description: 'The step between values.', capability: true },
    mode: { description: 'How forms show it: auto, box or slider.', capability: true },
  },
  services: [
    defineService({
      name: 'set_value',
      fields: {
        value: float({ required: true, example: 42, quantity: 'reading' }),
      },
      plan: (number: NumberView, { value }) => {
        const { min, max } = limits(number.capabilities);
        if (value < min || value > max) {
          const specified = (one: number): string => String(number.inShownUnit?.('reading', one) ?? one);
          const [given, lowest, highest] = [specified(value), specified(min), specified(max)];
          throw refusal(
            'out_of_range',
            { key: 'value_out_of_range', parameters: { given, number: number.id, lowest, highest } },
            {
              domain: 'number',
              value: given,
              entity_id: number.id,
              min_value: lowest,
              max_value: highest,
            },
          );
        }
        return { service: 'set_value', fields: { value }, patch: { value } };
      },
    }),
  ],
  reproduce: reproduceNumber,
  deviceAutomations: { actions: SET_NUMBER },
  presentCapabilities: (capabilities) => ({
    ...limits(capabilities),
    mode: capabilities.mode ?? 'auto',
  }),
  present: ({ values: { value } }) => ({
    state: textOf(value),
    attributes: {},
  }),
});

function textOf(value: number | Float | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Float ? floatText(value.value) : numberText(value);
}

function limits({ min = 0, max = 100, step }: NumberCapabilities) {
  return { min, max, step: step ?? usualStep(Math.abs(max - min)) };
}

/** A step of 1, or a smaller power of ten if the range requires it. */
function usualStep(range: number): number {
  let decimals = 0;
  while (range > 0 && range <= 10 ** -decimals) decimals += 1;
  return 10 ** -decimals;
}
