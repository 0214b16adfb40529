import { decimalOf } from '../../../core/coerce.ts';
import { plainNumbers } from '../../../core/json.ts';
import { numberDomain } from '../../../domains/number/number.ts';
import { defineComponent, type ReadingContext } from '../entity/component.ts';
import { deviceClass, nullableText, number, text, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic, stateAndCommand } from '../schema/state-and-command.ts';
import { asFloat } from './light-values.ts';
import { mainReading } from './main-reading.ts';
import { unitOf } from './sensor.ts';

const keys = {
  ...stateAndCommand,
  min: number().default(0),
  max: number().default(100),
  step: number({ min: 0.001 }).default(1),
  mode: word(['auto', 'box', 'slider'], 'exact').default('auto'),
  unit_of_measurement: nullableText.optional(),
  device_class: deviceClass(numberDomain.deviceClasses).optional(),
  payload_reset: text.default('None'),
};
type Config = ConfigOf<typeof keys>;

/** Numbers over MQTT. */
export const numberComponent = defineComponent<Config>({
  name: 'number',
  domain: numberDomain,
  schema: entityConfig(keys, ({ min, max }) => (min > max ? 'min is at most max' : undefined)),
  describe: (config) => ({
    kind: 'MQTT Number',
    deviceClass: config.device_class ?? undefined,
    isNamedByClass: true,
    unit: unitOf(config.unit_of_measurement),
    capabilities: { min: config.min, max: config.max, step: config.step, mode: config.mode },
    values: { value: null },
    assumedState: isOptimistic(config),
    blockedAttributes: ['max', 'min', 'step'],
  }),
  readings: (config) => [mainReading(config, (payload, context) => readNumber(payload, config, context))],
  command: ({ fields, patch }, { config, render }) => ({
    messages: [{ topic: config.command_topic, payload: render(config.command_template, fields.value) }],
    patch: isOptimistic(config) ? patch : undefined,
  }),
});

/** Digits are a whole number, anything else a float: `12.0` is shown as `12.0`, unless it was 12 before. */
function readNumber(payload: string, config: Config, context: ReadingContext): { value: unknown } | null {
  if (payload.trim() === '') return null;
  if (payload === config.payload_reset) return { value: null };
  const value = decimalOf(payload);
  if (value === undefined) return context.warn('it is no number');
  if (value < config.min || value > config.max) return context.warn('the number is out of its range');
  return plainNumbers(context.values.value) === value
    ? null
    : { value: /^\d+$/.test(payload) ? value : asFloat(value) };
}
