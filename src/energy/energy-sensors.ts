import type { Bus } from '../core/bus.ts';
import type { Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { CostSensor } from './cost-sensor.ts';
import type { CostSource } from './cost-source.ts';
import { costEntityId, costSourcesOf } from './cost-source.ts';
import type { DerivedSensor, SensorParts } from './derived-sensor.ts';
import { PowerSensor } from './power-sensor.ts';
import { powerSourceOf } from './power-source.ts';
import type { SavedPreferences } from './saved-preferences.ts';
import type { SavedSettings } from './saved-settings.ts';

/** The dependencies of `EnergySensors`. */
export interface EnergySensorParts extends SensorParts {
  readonly preferences: SavedPreferences;
  readonly settings: SavedSettings;
  readonly bus: Bus;
  readonly log: Log;
}

/** The sensors that follow from the energy preferences: costs of meters, and powers computed from others. */
export class EnergySensors implements Part {
  readonly name = 'energy';
  private readonly parts: EnergySensorParts;
  /** By the text of what each is made from; one that is no longer wanted is kept, unavailable. */
  private readonly sensors = new Map<string, DerivedSensor>();
  private readonly wanted = new Set<DerivedSensor>();
  private readonly bySource = new Map<string, DerivedSensor[]>();
  private undos: Undo[] = [];

  constructor(parts: EnergySensorParts) {
    this.parts = parts;
  }

  start(): void {
    const { bus, preferences, settings, log } = this.parts;
    this.undos = [
      preferences.onChange(() => this.apply()),
      settings.onChange(() => this.apply()),
      bus.on('state_changed', ({ change }) => {
        if (change !== null) for (const sensor of this.bySource.get(change.entity_id) ?? []) sensor.update();
      }),
      bus.on('entity_registry_updated', ({ data }) => {
        const { action, entity_id: to, old_entity_id: from } = data;
        if (action !== 'update' || typeof from !== 'string' || typeof to !== 'string') return;
        Promise.all([preferences.rename(from, to), settings.rename(from, to)]).catch((error) =>
          log.error(`The energy settings still name ${from} instead of ${to}`, { error }),
        );
      }),
    ];
    this.apply();
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    for (const sensor of this.sensors.values()) sensor.remove();
  }

  /** The sensor of the cost of each meter that has one. */
  costSensors(): ReadonlyMap<string, string> {
    return new Map(this.costSources().map((source) => [source.meter, costEntityId(source)]));
  }

  /** The meters whose cost or compensation is computed, with their prices. */
  costSources(): readonly CostSource[] {
    const { preferences, settings } = this.parts;
    const { tariffs } = settings.current;
    return preferences.current.energy_sources.flatMap((source) => costSourcesOf(source, tariffs));
  }

  private apply(): void {
    const { preferences, settings } = this.parts;
    const before = new Set(this.wanted);
    this.wanted.clear();
    for (const source of preferences.current.energy_sources) {
      for (const cost of costSourcesOf(source, settings.current.tariffs)) {
        const key = `${cost.kind} ${cost.flow} ${cost.meter}`;
        const made = this.sensors.get(key);
        if (made instanceof CostSensor) made.setPrices(cost);
        this.want(key, () => new CostSensor(cost, this.parts));
      }
      const power = powerSourceOf(source);
      if (power !== undefined)
        this.want(`power ${power.from} ${power.to}`, () => new PowerSensor(power, this.parts));
    }
    for (const sensor of before) if (!this.wanted.has(sensor)) sensor.retire();
    this.bySource.clear();
    for (const sensor of this.wanted) {
      for (const id of sensor.sources()) this.bySource.set(id, [...(this.bySource.get(id) ?? []), sensor]);
      sensor.update();
    }
  }

  private want(key: string, make: () => DerivedSensor): void {
    let sensor = this.sensors.get(key);
    if (sensor === undefined) {
      sensor = make();
      this.sensors.set(key, sensor);
    }
    this.wanted.add(sensor);
  }
}
