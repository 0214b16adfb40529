import { mdiAirHumidifier, mdiAirHumidifierOff } from '@mdi/js';
import { numberText, withUnit } from '../../parts/number-text.ts';
import { numberOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows humidifier entities. */
export const humidifierView: DomainView = {
  icon: [mdiAirHumidifierOff, mdiAirHumidifier],
  tone: 'water',
  tap: toggle,
  stateText: (humidifier) => {
    const now = numberOf(humidifier, 'current_humidity');
    const state = wordOr(`state.${humidifier.state}`, plain(humidifier.state));
    return now === undefined ? state : `${withUnit(numberText(String(now)), '%')} · ${state}`;
  },
  plotted: [
    { name: 'current_humidity', label: 'plot.measured', unit: '%' },
    { name: 'humidity', label: 'plot.target', unit: '%' },
  ],
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
