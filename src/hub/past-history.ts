import { join } from 'node:path';
import type { PastHistory } from '../integrations/past-history.ts';
import type { HubContext } from './hub-context.ts';

const DAY = 86_400_000;
/** Days with rows of five minutes. Compiling more of them would take most of the time of the first start. */
const SHORT_TERM_DAYS = 2;

/** Gives the simulated home a past in the history worker. */
export function openPastHistory({
  options,
  clock,
  states,
  home,
  history,
}: Pick<HubContext, 'options' | 'clock' | 'states' | 'home' | 'history'>): PastHistory {
  const { thread, isRecorded } = history;
  const forget = async (entityIds: readonly string[]): Promise<void> => {
    await thread.call('history.forget', { entityIds, backups: join(options.folder.path, 'backups') });
  };
  return {
    forget,
    replace: async (entities, range) => {
      const recorded = entities.filter(({ entityId }) => isRecorded(entityId));
      await forget(recorded.map(({ entityId }) => entityId));
      await thread.call('history.addPast', {
        ...range,
        shortFrom: clock.now() - Math.min(SHORT_TERM_DAYS, options.settings.history.short_term_days) * DAY,
        timeZone: home.home.facts.time_zone,
        entities: recorded.map((past) => ({
          ...past,
          attributes: JSON.stringify({ ...states.get(past.entityId)?.attributes, simulated: true }),
        })),
      });
    },
  };
}
