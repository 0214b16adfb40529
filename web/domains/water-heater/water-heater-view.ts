import { mdiWaterBoiler } from '@mdi/js';
import { temperature } from '../../parts/number-text.ts';
import { numberOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { SWITCHED } from '../changes.ts';
import type { DomainView } from '../domain-view.ts';
import { TEMPERATURES } from '../temperature-plot.ts';

/** How the app shows water heater entities. */
export const waterHeaterView: DomainView = {
  icon: mdiWaterBoiler,
  tone: 'heat',
  plotted: TEMPERATURES,
  stateText: (heater) => {
    const now = numberOf(heater, 'current_temperature');
    const mode = wordOr(`state.${heater.state}`, plain(heater.state));
    return now === undefined ? mode : `${temperature(now)} · ${mode}`;
  },
  changes: SWITCHED,
};
