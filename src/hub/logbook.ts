import type { LogbookParts } from '../api/logbook-interface.ts';
import { ReadSlots } from '../api/read-slots.ts';
import { compileFilter } from '../core/entity-filter.ts';
import { Logbook } from '../history/logbook/logbook.ts';
import type { HubContext } from './hub-context.ts';

/** Answers questions about the logbook from the history worker. */
export function logbookParts(hub: HubContext): LogbookParts {
  const { options, clock, bus, states, home, history, causes } = hub;
  const { thread, recent, isRecorded } = history;
  const { logbook: settings, recorder } = options.settings;
  const isShown = compileFilter(settings.include, settings.exclude) ?? (() => true);
  const logbook = new Logbook({
    ...{ clock, bus, states, recent, registry: home.registry, causes: causes.causes },
    isShown: (id) => isRecorded(id) && isShown(id),
    exceptTypes: recorder.exclude.event_types,
    source: {
      entityIds: () => thread.call('samples.entityIds', undefined),
      entries: (query) => thread.stream('logbook.entries', query),
      actionCalls: (period) => thread.stream('logbook.actionCalls', period),
    },
  });
  const slots = new ReadSlots();
  return {
    logbook: {
      entries: (request, access) => slots.read(access, () => logbook.entries(request, access)),
      actionCalls: (period, access) => slots.read(access, () => logbook.actionCalls(period)),
      canHaveEntries: (request, access) => logbook.canHaveEntries(request, access),
      follow: (request, access, send) => logbook.follow(request, access, send),
    },
    clock,
    timeZone: () => home.home.facts.time_zone,
  };
}
