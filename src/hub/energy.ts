import type { EnergyParts } from '../api/energy-interface.ts';
import type { StatisticsParts } from '../api/statistics-interface.ts';

import { EnergySensors } from '../energy/energy-sensors.ts';
import { fossilConsumption } from '../energy/fossil-consumption.ts';
import { repricingOf } from '../energy/repricing.ts';
import { SavedPreferences } from '../energy/saved-preferences.ts';
import { SavedSettings } from '../energy/saved-settings.ts';
import { validatePreferences } from '../energy/validate-preferences.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext, HubEnergy } from './hub-context.ts';

/** Opens the energy preferences; the sensors start after all entities they may follow from. */
export function openEnergy(
  { options, home, states, bus, clock }: Pick<HubContext, 'options' | 'home' | 'states' | 'bus' | 'clock'>,
  documents: Documents,
): HubEnergy {
  const preferences = new SavedPreferences(documents);
  const settings = new SavedSettings(documents);
  const log = options.logFile.log.named('energy');
  const sensors = new EnergySensors({ ...home, preferences, settings, states, bus, clock, log });
  return { preferences, settings, sensors };
}

/** Answers questions about energy. */
export function energyParts(
  { energy: { preferences, settings, sensors }, home, history, states, clock }: HubContext,
  { rows, timeZone }: Pick<StatisticsParts, 'rows' | 'timeZone'>,
): EnergyParts {
  return {
    ...{ rows, timeZone, states, clock },
    entryOf: (id) => home.registry.get(id)?.config_entry_id,
    energy: {
      get saved() {
        return preferences.saved;
      },
      save: (changes) => preferences.save(changes),
      get settings() {
        return settings.current;
      },
      saveSettings: (changes) => settings.save(changes),
      correctPrices: async (correction) => {
        const { thread } = history;
        const stored = await thread.call('statistics.list', undefined);
        const unitOf = (id: string) => stored.find(({ statisticId }) => statisticId === id)?.unit ?? null;
        const sources = sensors.costSources();
        const given = repricingOf(correction, { sources, states, unitOf, facts: home.home.facts });
        return thread.call('statistics.reprice', { given, at: clock.now() });
      },
      validate: async (given) => {
        const stored = await history.thread.call('statistics.list', undefined);
        return validatePreferences(given, {
          state: (id) => states.get(id),
          isRecorded: history.isRecorded,
          statistics: new Set(stored.map(({ statisticId }) => statisticId)),
          currency: home.home.facts.currency,
          tariffs: settings.current.tariffs,
        });
      },
      costSensors: () => sensors.costSensors(),
      fossil: fossilConsumption,
    },
  };
}
