import { ReadSlots } from '../api/read-slots.ts';
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
  const slots = new ReadSlots();
  return {
    book,
    rows: (question, access) => slots.read(access, () => book.rows(question)),
    states,
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}
