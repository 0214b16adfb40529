import type { Undo } from '../core/clock.ts';
import { checkEnergySources, EnergyPreferences } from '../core/energy-preferences.ts';
import { fault } from '../core/errors.ts';
import type { Collection, Documents } from '../storage/documents.ts';
import { withRate } from './power-source.ts';

const KEY = 'preferences';
const NONE: EnergyPreferences = { energy_sources: [], device_consumption: [], device_consumption_water: [] };

/** The energy preferences of the home, durable as soon as they are saved. */
export class SavedPreferences {
  private readonly store: Collection<EnergyPreferences>;
  private readonly listeners = new Set<() => void>();

  constructor(documents: Pick<Documents, 'collection'>) {
    this.store = documents.collection('energy', EnergyPreferences);
  }

  /** Undefined until something was saved. */
  get saved(): EnergyPreferences | undefined {
    return this.store.entries.get(KEY);
  }

  /** The preferences, empty if none were saved. */
  get current(): EnergyPreferences {
    return this.saved ?? NONE;
  }

  /** Replaces what is given and returns all of it. Throws `invalid_format` for contradictions. */
  async save(changes: Partial<EnergyPreferences>): Promise<EnergyPreferences> {
    const given = { ...this.current, ...changes };
    checkEnergySources(given.energy_sources);
    const preferences = { ...given, energy_sources: given.energy_sources.map(withRate) };
    checkEnergySources(preferences.energy_sources);
    checkParts(preferences);
    await this.store.put(KEY, preferences);
    this.restored();
    return preferences;
  }

  /** Announces values that were put back or saved. */
  restored(): void {
    for (const listener of this.listeners) listener();
  }

  /** Follows an entity to its new ID. */
  async rename(from: string, to: string): Promise<void> {
    const { saved } = this;
    if (saved === undefined) return;
    const renamed = renamedIn(saved, from, to) as EnergyPreferences;
    if (JSON.stringify(renamed) !== JSON.stringify(saved)) await this.save(renamed);
  }

  /** Calls a listener whenever the preferences have changed. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A device cannot be a part of itself, directly or through others. */
function checkParts({ device_consumption, device_consumption_water }: EnergyPreferences): void {
  for (const devices of [device_consumption, device_consumption_water]) {
    const wholeOf = new Map(devices.map((device) => [device.stat_consumption, device.included_in_stat]));
    for (const start of wholeOf.keys()) {
      const seen = new Set([start]);
      for (let id = wholeOf.get(start); id !== undefined; id = wholeOf.get(id)) {
        if (seen.has(id)) throw fault('invalid_format', 'energy_device_in_itself', { id });
        seen.add(id);
      }
    }
  }
}

function renamedIn(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'name' ? item : renamedIn(item, from, to)]),
  );
}
