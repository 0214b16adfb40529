import type { StatisticsParts } from '../api/statistics-interface.ts';
import { StatisticsRequests } from '../history/requests/statistics-requests.ts';
import type { HubContext } from './hub-context.ts';

/** Answers questions about statistics from the history worker. */
export function statisticsParts({
  history: { thread, isRecorded },
  states,
  clock,
  home,
}: Pick<HubContext, 'history' | 'states' | 'clock' | 'home'>): StatisticsParts {
  const book = new StatisticsRequests({ thread, states, isRecorded, clock });
  return { book, states, clock, timeZone: () => home.home.facts.time_zone };
}
