import type { HistoryDataParts } from '../api/history-data.ts';
import { ReadSlots } from '../api/read-slots.ts';
import type { HubContext } from './hub-context.ts';

/** What Hearth's own commands about the history use. */
export function historyDataParts({
  clock,
  states,
  home,
  history: { thread },
}: Pick<HubContext, 'clock' | 'states' | 'home' | 'history'>): HistoryDataParts {
  const slots = new ReadSlots();
  return {
    data: { plot: (query, access) => slots.read(access, () => thread.stream('history.plot', query)) },
    states,
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}
