import { mdiLightbulb, mdiLightbulbGroup } from '@mdi/js';
import { percent } from '../../parts/number-text.ts';
import { listOf, numberOf } from '../../state/entity.ts';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES, type TileValue } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows light entities. */
export const lightView: DomainView = {
  icon: ({ attributes }) => (Array.isArray(attributes.entity_id) ? mdiLightbulbGroup : mdiLightbulb),
  tone: 'light',
  tap: toggle,
  tileValue: (light) => {
    if (!listOf(light, 'supported_color_modes').some((mode) => mode !== 'onoff')) return undefined;
    const brightness = light.state === 'on' ? (numberOf(light, 'brightness') ?? 0) : 0;
    return {
      label: 'control.brightness',
      value: Math.ceil((brightness / 255) * 100),
      set: (value) => brightnessCall(light.domain, value),
    };
  },
  stateText: (light) => {
    const brightness = numberOf(light, 'brightness');
    return light.state === 'on' && brightness !== undefined ? percent(brightness / 255) : undefined;
  },
  plotted: [{ name: 'brightness', label: 'plot.brightness', unit: '%', scale: 100 / 255 }],
  states: ON_OFF_STATES,
  changes: SWITCHED,
};

/** The service call that sets the brightness in percent; 0 turns the light off. */
export function brightnessCall(domain: string, value: number): ReturnType<TileValue['set']> {
  if (value === 0) return { domain, service: 'turn_off', data: {}, guess: { state: 'off' } };
  return {
    domain,
    service: 'turn_on',
    data: { brightness_pct: value },
    guess: { state: 'on', attributes: { brightness: Math.round((value * 255) / 100) } },
  };
}
