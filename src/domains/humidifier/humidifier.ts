import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { integer, text } from '../definition/field.ts';
import { requireHumidity } from '../definition/refusal.ts';
import { onOff, onOffServices } from '../switch/switch.ts';
import { humidifierDevice, humidifierTriggers, reproduceHumidifier } from './automations.ts';

/** The reported values of a humidifier. */
export interface HumidifierValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
  /** The target humidity, in percent. */
  readonly humidity?: number | null;
  readonly current_humidity?: number | null;
  readonly mode?: string | null;
  readonly action?: 'humidifying' | 'drying' | 'idle' | 'off' | null;
}

/** The capabilities of a humidifier. */
export interface HumidifierCapabilities {
  readonly [key: string]: unknown;
  readonly min_humidity?: number;
  readonly max_humidity?: number;
  readonly target_humidity_step?: number;
  readonly available_modes?: readonly string[];
}

type HumidifierView = EntityView<HumidifierValues, HumidifierCapabilities>;

/** Humidifiers and dehumidifiers. */
export const humidifierDomain = defineDomain<HumidifierValues, HumidifierCapabilities>({
  name: 'humidifier',
  title: 'Humidifier',
  states: ['on', 'off'],
  unrecorded: ['available_modes', 'min_humidity', 'max_humidity', 'target_humidity_step'],
  features: { modes: 1 },
  deviceClasses: ['humidifier', 'dehumidifier'],
  attributes: {
    min_humidity: { description: 'The lowest target humidity, in percent.', capability: true },
    max_humidity: { description: 'The highest target humidity, in percent.', capability: true },
    target_humidity_step: { description: 'The step of target humidities.', capability: true },
    available_modes: { description: 'The available modes.', capability: true },
    current_humidity: { description: 'The measured humidity, in percent.' },
    humidity: { description: 'The target humidity, in percent.' },
    mode: { description: 'The current mode.' },
    action: { description: 'The current action: humidifying, drying, idle or off.' },
  },
  services: [
    ...onOffServices(),
    defineService({
      name: 'set_mode',
      fields: {
        mode: text({ required: true, example: 'eco', selector: { state: { attribute: 'mode' } } }),
      },
      requires: [['modes']],
      plan: (_device: HumidifierView, { mode }) => ({
        service: 'set_mode',
        fields: { mode },
        patch: { mode },
      }),
    }),
    defineService({
      name: 'set_humidity',
      fields: {
        humidity: integer({ required: true, min: 0, max: 100, unit: '%', example: 50 }),
      },
      plan: (device: HumidifierView, { humidity }) => {
        requireHumidity('humidifier', humidity, limits(device.capabilities));
        return { service: 'set_humidity', fields: { humidity }, patch: { humidity } };
      },
    }),
  ],
  reproduce: reproduceHumidifier,
  deviceAutomations: humidifierDevice,
  entityTriggers: humidifierTriggers,
  presentCapabilities: (capabilities, features) => ({
    ...limits(capabilities),
    target_humidity_step: capabilities.target_humidity_step,
    available_modes: features.has('modes') ? (capabilities.available_modes ?? null) : undefined,
  }),
  present: ({ values, features }) => ({
    state: onOff(values.on),
    attributes: {
      action: values.action == null ? undefined : values.on === true ? values.action : 'off',
      current_humidity: values.current_humidity ?? undefined,
      humidity: values.humidity ?? undefined,
      mode: features.has('modes') ? (values.mode ?? null) : undefined,
    },
  }),
});

function limits({ min_humidity = 0, max_humidity = 100 }: HumidifierCapabilities) {
  return { min_humidity, max_humidity };
}
