import type { HistoryParts } from '../api/history-requests.ts';
import { ReadSlots } from '../api/read-slots.ts';
import type { HubContext } from './hub-context.ts';

/** Answers questions about the past from the history worker. */
export function historyParts({
  clock,
  states,
  home,
  history,
}: Pick<HubContext, 'clock' | 'states' | 'home' | 'history'>): HistoryParts {
  const slots = new ReadSlots();
  return {
    reader: {
      states: (query, access) => slots.read(access, () => history.thread.stream('history.states', query)),
    },
    states,
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}
