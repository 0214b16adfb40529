import { mdiLightbulb, mdiLightbulbGroup } from '@mdi/js';
import { percent } from '../../parts/number-text.ts';
import { numberOf } from '../../state/entity.ts';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows light entities. */
export const lightView: DomainView = {
  icon: ({ attributes }) => (Array.isArray(attributes.entity_id) ? mdiLightbulbGroup : mdiLightbulb),
  tone: 'light',
  tap: toggle,
  stateText: (light) => {
    const brightness = numberOf(light, 'brightness');
    return light.state === 'on' && brightness !== undefined ? percent(brightness / 255) : undefined;
  },
  plotted: [{ name: 'brightness', label: 'plot.brightness', unit: '%', scale: 100 / 255 }],
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
