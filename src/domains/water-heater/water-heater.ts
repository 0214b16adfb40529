import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { plainAction } from '../definition/device-automations.ts';
import { boolean, float, text } from '../definition/field.ts';
import { requireListed } from '../definition/refusal.ts';
import { reproduceWaterHeater, waterHeaterTriggers } from './automations.ts';

/** The reported values of a water heater; temperatures in its own unit. */
export interface WaterHeaterValues {
  readonly [key: string]: unknown;
  /** The current mode, which is its state. */
  readonly operation_mode: string | null;
  readonly current_temperature?: number | null;
  /** The target temperature. */
  readonly temperature?: number | null;
  readonly target_temp_high?: number | null;
  readonly target_temp_low?: number | null;
  readonly away_mode?: boolean | null;
}

/** The capabilities of a water heater. */
export interface WaterHeaterCapabilities {
  readonly [key: string]: unknown;
  readonly min_temp?: number;
  readonly max_temp?: number;
  readonly target_temp_step?: number;
  readonly operation_list?: readonly string[];
}

type WaterHeaterView = EntityView<WaterHeaterValues, WaterHeaterCapabilities>;

const temperature = { quantity: 'temperature' } as const;

const operationMode = text({
  example: 'eco',
  selector: { state: { hide_states: ['unavailable', 'unknown'] } },
});

/** Water heaters and boilers. */
export const waterHeaterDomain = defineDomain<WaterHeaterValues, WaterHeaterCapabilities>({
  name: 'water_heater',
  title: 'Water heater',
  states: ['off', 'eco', 'electric', 'performance', 'high_demand', 'heat_pump', 'gas'],
  unrecorded: ['operation_list', 'min_temp', 'max_temp', 'target_temp_step'],
  features: { target_temperature: 1, operation_mode: 2, away_mode: 4, on_off: 8 },
  deviceClasses: [],
  units: { temperature: '°C' },
  attributes: {
    min_temp: { description: 'The lowest target temperature.', capability: true, ...temperature },
    max_temp: { description: 'The highest target temperature.', capability: true, ...temperature },
    target_temp_step: { description: 'The step of target temperatures.', capability: true },
    operation_list: { description: 'The available operation modes.', capability: true },
    current_temperature: { description: 'The temperature of the water, or null.', ...temperature },
    temperature: { description: 'The target temperature, or null.', ...temperature },
    target_temp_high: { description: 'The upper end of the target range, or null.', ...temperature },
    target_temp_low: { description: 'The lower end of the target range, or null.', ...temperature },
    temperature_unit: { description: 'The unit of all temperatures.', unitOf: 'temperature' },
    operation_mode: { description: 'The current operation mode.' },
    away_mode: { description: 'Whether away mode is `on` or `off`.' },
  },
  services: [
    defineService({
      name: 'set_temperature',
      fields: {
        temperature: float({
          required: true,
          quantity: 'temperature',
          example: 50,
          selector: { number: { min: 0, max: 250, step: 0.5, mode: 'box', unit_of_measurement: '°' } },
        }),
        operation_mode: operationMode,
      },
      requires: [['target_temperature']],
      plan: (heater: WaterHeaterView, { temperature, operation_mode }): Command<WaterHeaterValues> => {
        if (operation_mode !== undefined) requireOperation(heater, operation_mode);
        const reached = { temperature, ...(operation_mode === undefined ? {} : { operation_mode }) };
        return { service: 'set_temperature', fields: reached, patch: reached };
      },
    }),
    defineService({
      name: 'set_operation_mode',
      fields: { operation_mode: { ...operationMode, required: true as const } },
      requires: [['operation_mode']],
      plan: (heater: WaterHeaterView, { operation_mode }) => {
        requireOperation(heater, operation_mode);
        return { service: 'set_operation_mode', fields: { operation_mode }, patch: { operation_mode } };
      },
    }),
    defineService({
      name: 'set_away_mode',
      fields: {
        away_mode: boolean({ required: true, example: true }),
      },
      requires: [['away_mode']],
      plan: (_heater: WaterHeaterView, { away_mode }) => ({
        service: 'set_away_mode',
        fields: { away_mode },
        patch: { away_mode },
      }),
    }),
    defineService({
      name: 'turn_on',
      fields: {},
      requires: [['on_off']],
      plan: (heater: WaterHeaterView): Command<WaterHeaterValues> => {
        const { operation_mode: now } = heater.values;
        const mode = (heater.capabilities.operation_list ?? []).find((one) => one !== 'off');
        const change = now !== 'off' || mode === undefined ? {} : { operation_mode: mode };
        return { service: 'turn_on', fields: {}, patch: change };
      },
    }),
    defineService({
      name: 'turn_off',
      fields: {},
      requires: [['on_off']],
      plan: (): Command<WaterHeaterValues> => ({
        service: 'turn_off',
        fields: {},
        patch: { operation_mode: 'off' },
      }),
    }),
  ],
  reproduce: reproduceWaterHeater,
  deviceAutomations: { actions: [plainAction('turn_on'), plainAction('turn_off')] },
  entityTriggers: waterHeaterTriggers,
  presentCapabilities: (capabilities, features) => ({
    min_temp: capabilities.min_temp ?? (110 - 32) / 1.8,
    max_temp: capabilities.max_temp ?? 60,
    target_temp_step: capabilities.target_temp_step,
    operation_list: features.has('operation_mode') ? (capabilities.operation_list ?? []) : undefined,
  }),
  present: ({ values, features }) => ({
    state: values.operation_mode,
    attributes: {
      current_temperature: values.current_temperature ?? null,
      temperature: values.temperature ?? null,
      target_temp_high: values.target_temp_high ?? null,
      target_temp_low: values.target_temp_low ?? null,
      operation_mode: features.has('operation_mode') ? (values.operation_mode ?? null) : undefined,
      away_mode: features.has('away_mode') ? (values.away_mode === true ? 'on' : 'off') : undefined,
    },
  }),
});

function requireOperation(heater: WaterHeaterView, value: string): void {
  requireListed({
    domain: 'water_heater',
    key: 'not_valid_operation_mode',
    choice: 'choice_operation_mode',
    value,
    among: heater.capabilities.operation_list,
  });
}
