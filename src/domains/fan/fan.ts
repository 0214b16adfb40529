import {
  type Command,
  defineDomain,
  defineService,
  type EntityView,
  type Values,
} from '../definition/define-domain.ts';
import { ON_OFF_DEVICE } from '../definition/device-automations.ts';
import { boolean, integer, text } from '../definition/field.ts';
import { refusal, requireListed } from '../definition/refusal.ts';
import { ON_OFF_TRIGGERS } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';
import { reproduceFan } from './reproduce.ts';

/** The reported values of a fan. */
export interface FanValues {
  readonly [key: string]: unknown;
  /** For fans that report it; otherwise a speed above 0 or a preset means on. */
  readonly on?: boolean | null;
  /** 0..100 */
  readonly percentage?: number | null;
  readonly preset_mode?: string | null;
  readonly oscillating?: boolean | null;
  readonly direction?: 'forward' | 'reverse' | null;
  /** The speed when it was last on; stored by the domain, sources need not report it. */
  readonly last_percentage?: number;
}

/** The capabilities of a fan. */
export interface FanCapabilities {
  readonly [key: string]: unknown;
  /** The number of speeds, except off; 100 by default. */
  readonly speed_count?: number;
  readonly preset_modes?: readonly string[] | null;
}

type FanView = EntityView<FanValues, FanCapabilities>;

const presetFacts = {
  description: 'Preset to choose, one of the `preset_modes` of the fan.',
  example: 'auto',
  selector: { state: { attribute: 'preset_mode' } },
} as const;

const presetMode = text({ ...presetFacts, filter: { features: ['preset_mode'] } });

const speedFacts = {
  description: 'Speed in percent; 0 is off.',
  min: 0,
  max: 100,
  unit: '%',
  example: 50,
} as const;

const percentage = integer({ ...speedFacts, filter: { features: ['set_speed'] } });

const stepField = integer({ min: 0, max: 100, unit: '%', advanced: true, example: 10 });

/** Fans, with speeds, presets, oscillation and direction as far as each can. */
export const fanDomain = defineDomain<FanValues, FanCapabilities>({
  name: 'fan',
  title: 'Fan',
  states: ['on', 'off'],
  unrecorded: ['preset_modes'],
  features: { set_speed: 1, oscillate: 2, direction: 4, preset_mode: 8, turn_off: 16, turn_on: 32 },
  deviceClasses: [],
  attributes: {
    preset_modes: { description: 'The available presets, or null.', capability: true },
    percentage: { description: 'Speed from 0 to 100; null in a preset that sets it.' },
    percentage_step: { description: 'The step between speeds, in percent.' },
    preset_mode: { description: 'The current preset, or null.' },
    oscillating: { description: 'Whether it oscillates.' },
    direction: { description: '`forward` or `reverse`.' },
  },
  services: [
    defineService({
      name: 'turn_on',
      fields: { percentage, preset_mode: presetMode },
      requires: [['turn_on']],
      plan: (fan: FanView, fields) => turnOn(fan, fields.percentage, fields.preset_mode),
    }),
    defineService({
      name: 'turn_off',
      fields: {},
      requires: [['turn_off']],
      plan: turnOff,
    }),
    defineService({
      name: 'toggle',
      fields: {},
      requires: [['turn_off'], ['turn_on']],
      plan: (fan: FanView) => (isOn(fan.values) === true ? turnOff(fan) : turnOn(fan)),
    }),
    defineService({
      name: 'set_percentage',
      fields: { percentage: integer({ ...speedFacts, required: true }) },
      requires: [['set_speed']],
      plan: (fan: FanView, fields) => setPercentage(fan, fields.percentage),
    }),
    defineService({
      name: 'increase_speed',
      fields: { percentage_step: stepField },
      requires: [['set_speed']],
      plan: (fan: FanView, fields) => setPercentage(fan, changed(fan, 1, fields.percentage_step)),
    }),
    defineService({
      name: 'decrease_speed',
      fields: { percentage_step: stepField },
      requires: [['set_speed']],
      plan: (fan: FanView, fields) => setPercentage(fan, changed(fan, -1, fields.percentage_step)),
    }),
    defineService({
      name: 'set_preset_mode',
      fields: { preset_mode: text({ ...presetFacts, required: true }) },
      requires: [['set_speed'], ['preset_mode']],
      plan: (fan: FanView, fields) => setPreset(fan, 'set_preset_mode', fields.preset_mode),
    }),
    defineService({
      name: 'oscillate',
      fields: { oscillating: boolean({ required: true, example: true }) },
      requires: [['oscillate']],
      plan: (_fan: FanView, { oscillating }) => ({
        service: 'oscillate',
        fields: { oscillating },
        patch: { oscillating },
      }),
    }),
    defineService({
      name: 'set_direction',
      fields: {
        direction: text({ example: 'reverse', selector: { select: { options: ['forward', 'reverse'] } } }),
      },
      requires: [['direction']],
      plan: (_fan: FanView, { direction }) => {
        if (direction !== 'forward' && direction !== 'reverse')
          throw refusal(
            'not_valid_direction',
            { key: 'invalid_direction', parameters: {} },
            { domain: 'fan' },
          );
        return { service: 'set_direction', fields: { direction }, patch: { direction } };
      },
    }),
  ],
  remember: (_values, { percentage }) =>
    typeof percentage === 'number' && percentage > 0 ? { last_percentage: percentage } : {},
  reproduce: reproduceFan,
  deviceAutomations: ON_OFF_DEVICE,
  entityTriggers: ON_OFF_TRIGGERS,
  presentCapabilities: (capabilities, features) =>
    hasSpeedOrPreset(features) ? { preset_modes: capabilities.preset_modes ?? null } : {},
  present: ({ values, capabilities, features }) => ({
    state: onOff(isOn(values)),
    attributes: {
      ...(features.has('direction') ? { direction: values.direction ?? null } : {}),
      ...(features.has('oscillate') ? { oscillating: values.oscillating ?? null } : {}),
      ...(features.has('set_speed')
        ? { percentage: values.percentage ?? null, percentage_step: 100 / speedCount(capabilities) }
        : {}),
      ...(hasSpeedOrPreset(features) ? { preset_mode: values.preset_mode ?? null } : {}),
    },
  }),
});

function hasSpeedOrPreset(features: ReadonlySet<string>): boolean {
  return features.has('set_speed') || features.has('preset_mode');
}

function speedCount(capabilities: FanCapabilities): number {
  return Math.max(1, capabilities.speed_count ?? 100);
}

function isOn({ on, percentage, preset_mode }: FanValues): boolean | null {
  return on !== undefined ? on : (percentage ?? 0) > 0 || preset_mode != null;
}

/** `on` for fans that report it. */
function onIfReported(fan: FanView, on: boolean): Partial<FanValues> {
  return fan.values.on === undefined ? {} : { on };
}

/** With both a preset and a speed the preset is expected; the driver receives both. */
function turnOn(fan: FanView, percentage?: number, presetMode?: string): Command<FanValues> {
  if (presetMode !== undefined) {
    const preset = setPreset(fan, 'turn_on', presetMode);
    return percentage === undefined ? preset : { ...preset, fields: { percentage, ...preset.fields } };
  }
  if (percentage === undefined || !fan.features.has('set_speed')) {
    const needsSpeed = fan.values.on === undefined && fan.values.preset_mode == null;
    const speed = fan.values.percentage || (fan.values.last_percentage ?? 100);
    return {
      service: 'turn_on',
      fields: {},
      patch: { ...onIfReported(fan, true), ...(needsSpeed ? { percentage: speed } : {}) },
    };
  }
  return { ...setPercentage(fan, percentage), service: 'turn_on' };
}

function turnOff(fan: FanView): Command<FanValues> {
  const still = { percentage: 0, preset_mode: null };
  return { service: 'turn_off', fields: {}, patch: fan.values.on === undefined ? still : { on: false } };
}

function setPercentage(fan: FanView, percentage: number): Command<FanValues> {
  return {
    service: 'set_percentage',
    fields: { percentage },
    patch: { percentage, preset_mode: null, ...onIfReported(fan, percentage > 0) },
  };
}

function setPreset(fan: FanView, service: string, preset_mode: string): Command<FanValues> {
  requireListed({
    domain: 'fan',
    key: 'not_valid_preset_mode',
    choice: 'choice_preset_mode',
    value: preset_mode,
    among: fan.capabilities.preset_modes,
  });
  const fields: Values = { preset_mode };
  const speed = fan.values.on === undefined ? { percentage: null } : {};
  return { service, fields, patch: { preset_mode, ...speed, ...onIfReported(fan, true) } };
}

/** The speed so much faster or slower, or the next of the fan's own. */
function changed(fan: FanView, direction: 1 | -1, step: number | undefined): number {
  const now = fan.values.percentage ?? 0;
  const count = speedCount(fan.capabilities);
  const next = Math.floor(((Math.ceil((count * now) / 100) + direction) * 100) / count);
  return Math.min(100, Math.max(0, step === undefined ? next : now + direction * step));
}
