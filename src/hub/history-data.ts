import type { HistoryControlParts } from '../api/history-control.ts';
import type { HistoryDataParts } from '../api/history-data.ts';
import { ReadSlots } from '../api/read-slots.ts';
import { COMMAND_LINE } from '../auth/administration.ts';
import type { HubContext } from './hub-context.ts';

/** What Hearth's own commands about the history use. */
export function historyDataParts({
  clock,
  states,
  home,
  auth,
  history: { thread },
}: Pick<HubContext, 'clock' | 'states' | 'home' | 'auth' | 'history'>): HistoryDataParts {
  const slots = new ReadSlots();
  return {
    data: {
      plot: (query, access) => slots.read(access, () => thread.stream('history.plot', query)),
      export: (query, access) => slots.read(access, () => thread.stream('history.export', query)),
      entityIds: () => thread.call('samples.entityIds', undefined),
      import: (request) => thread.call('history.import', request),
      forget: (entityIds) => thread.call('history.forget', entityIds),
      usage: () => thread.call('samples.usage', undefined),
      audit: (action, access, detail) =>
        auth.audit.record(action, auth.authenticator.actorOf(access), detail),
    },
    states,
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}

/** What the command line uses of the history. */
export function historyControlParts({
  clock,
  home,
  audit,
  history: { thread },
}: Pick<HubContext, 'clock' | 'home' | 'audit' | 'history'>): HistoryControlParts {
  return {
    exportPage: (query) => thread.call('history.exportPage', query),
    audit: (detail) => audit.record('history_exported', COMMAND_LINE, detail),
    now: () => clock.now(),
    timeZone: () => home.home.facts.time_zone,
  };
}
