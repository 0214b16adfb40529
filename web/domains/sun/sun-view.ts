import { mdiWeatherSunny } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows sun entities. */
export const sunView: DomainView = {
  icon: mdiWeatherSunny,
  isNeverActive: true,
  states: ['above_horizon', 'below_horizon'],
  changes: { above_horizon: 'logbook.sunrise', below_horizon: 'logbook.sunset' },
};
