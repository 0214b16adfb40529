import type { Undo } from '../core/clock.ts';
import { EnergySettings } from '../core/energy-settings.ts';
import { fault } from '../core/errors.ts';
import type { Collection, Documents } from '../storage/documents.ts';

const KEY = 'settings';
const DEFAULTS: EnergySettings = { billing_day: 1, tariffs: [] };

/** The settings of the energy page beside the preferences, durable as soon as they are saved. */
export class SavedSettings {
  private readonly store: Collection<EnergySettings>;
  private readonly listeners = new Set<() => void>();

  constructor(documents: Pick<Documents, 'collection'>) {
    this.store = documents.collection('energy_settings', EnergySettings);
  }

  get current(): EnergySettings {
    return this.store.entries.get(KEY) ?? DEFAULTS;
  }

  /**
   * Replaces what is given and returns all of it. Throws `invalid_format` for two tariffs or prices of the
   * same source.
   */
  async save(changes: Partial<EnergySettings>): Promise<EnergySettings> {
    const settings = { ...this.current, ...changes };
    const keys = settings.tariffs.map(({ statistic_id, flow }) => `${flow} ${statistic_id}`);
    const [twice] = settings.tariffs.filter((_, index) => keys.indexOf(keys[index] ?? '') !== index);
    if (twice !== undefined) throw fault('invalid_format', 'energy_tariff_twice', { id: twice.statistic_id });
    for (const { statistic_id: id, prices } of settings.tariffs) {
      const days = prices.map(({ from }) => from);
      const day = days.find((one, index) => days.indexOf(one) !== index);
      if (day !== undefined) throw fault('invalid_format', 'energy_price_twice', { id, day });
    }
    await this.store.put(KEY, settings);
    this.restored();
    return settings;
  }

  /** Announces values that were put back or saved. */
  restored(): void {
    for (const listener of this.listeners) listener();
  }

  /** Follows an entity to its new ID. */
  async rename(from: string, to: string): Promise<void> {
    const { tariffs } = this.current;
    if (tariffs.every(({ statistic_id }) => statistic_id !== from)) return;
    const renamed = tariffs.map((one) => (one.statistic_id === from ? { ...one, statistic_id: to } : one));
    await this.save({ tariffs: renamed });
  }

  /** Calls a listener whenever the settings have changed. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
