import { temperature } from '../../parts/number-text.ts';
import { numberOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import type { DomainView } from '../domain-view.ts';
import { conditionIcon } from './condition-icon.ts';

/** How the app shows weather entities. */
export const weatherView: DomainView = {
  icon: ({ state }) => conditionIcon(state),
  isNeverActive: true,
  stateText: (weather) => {
    const now = numberOf(weather, 'temperature');
    const sky = wordOr(`state.weather.${weather.state}`, plain(weather.state));
    return now === undefined ? sky : `${sky}, ${temperature(now)}`;
  },
};
