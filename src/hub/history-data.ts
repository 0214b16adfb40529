import { join } from 'node:path';
import type { HistoryControlParts } from '../api/history-control.ts';
import type { HistoryDataParts } from '../api/history-data.ts';
import { ReadSlots } from '../api/read-slots.ts';
import { COMMAND_LINE } from '../auth/administration.ts';
import { retentionDays } from '../history/recorder/retention.ts';
import { retentionRules } from './history.ts';
import type { HubContext } from './hub-context.ts';

const DAY = 86_400_000;

/** What Hearth's own commands about the history use. */
export function historyDataParts({
  options,
  clock,
  states,
  home,
  auth,
  history,
}: Pick<HubContext, 'options' | 'clock' | 'states' | 'home' | 'auth' | 'history'>): HistoryDataParts {
  const { thread, importer, intervals, isRecorded } = history;
  const slots = new ReadSlots();
  const rules = retentionRules({ options, home, history });
  return {
    data: {
      plot: (query, access) => slots.read(access, () => thread.stream('history.plot', query)),
      export: (query, access) => slots.read(access, () => thread.stream('history.export', query)),
      entityIds: () => thread.call('samples.entityIds', undefined),
      imports: importer,
      forget: (entityIds) =>
        thread.call('history.forget', { entityIds, backups: join(options.folder.path, 'backups') }),
      takeOver: (request) => {
        const now = clock.now();
        const shortFrom = Math.floor(now - options.settings.history.short_term_days * DAY);
        return thread.call('history.takeOver', { ...request, now, shortFrom });
      },
      usage: async () =>
        (await thread.call('samples.usage', undefined)).map((usage) => ({
          ...usage,
          interval: intervals.of(usage.entityId),
        })),
      kept: { days: rules.periods.days, shortTermDays: options.settings.history.short_term_days },
      choiceFor: (id) => ({ isRecorded: isRecorded(id), days: retentionDays(rules, id) }),
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
  history: { thread, importer },
}: Pick<HubContext, 'clock' | 'home' | 'audit' | 'history'>): HistoryControlParts {
  return {
    imports: importer,
    auditImport: (detail) => audit.record('history_imported', COMMAND_LINE, detail),
    exportPage: (query) => thread.call('history.exportPage', query),
    audit: (detail) => audit.record('history_exported', COMMAND_LINE, detail),
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}
