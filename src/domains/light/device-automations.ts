import type { State } from '../../core/state.ts';
import {
  action,
  choice,
  type DeviceAutomations,
  hasFeature,
  ON_OFF_DEVICE,
  phrases,
} from '../definition/device-automations.ts';

const BRIGHTNESS = {
  ...{ type: 'float', valueMin: 0, valueMax: 100 },
  ...{ name: 'brightness_pct', required: false, optional: true },
};

function dims(state: State | undefined): boolean {
  return phrases(state, 'supported_color_modes').some((mode) => mode !== 'onoff' && mode !== 'unknown');
}

const step = (type: string, percent: number) =>
  action(type, 'turn_on', { data: () => ({ brightness_step_pct: percent }), fits: dims });

/** Device triggers, conditions and actions of lights. */
export const lightDevice: DeviceAutomations = {
  ...ON_OFF_DEVICE,
  actions: [
    action('turn_on', 'turn_on', {
      keys: ['brightness_pct'],
      fields: (state) => (dims(state) ? [BRIGHTNESS] : []),
    }),
    action('turn_off', 'turn_off'),
    action('toggle', 'toggle'),
    step('brightness_increase', 10),
    step('brightness_decrease', -10),
    action('flash', 'turn_on', {
      keys: ['flash'],
      data: ({ flash }) => ({ flash: flash ?? 'short' }),
      fields: () => [choice('flash', ['short', 'long'], false)],
      fits: (state) => hasFeature(state, 8),
    }),
  ],
};
