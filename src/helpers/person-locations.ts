import type { Bus } from '../core/bus.ts';
import type { Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { Values } from '../domains/definition/define-domain.ts';
import { type PersonCapabilities, type TrackerState, trackerToBelieve } from '../domains/person/person.ts';
import { type Zone, type ZoneCapabilities, zoneDomain, zonesAround } from '../domains/zone/zone.ts';
import type { EntityHandle } from '../entities/entity/driver.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';
import type { Home } from '../entities/home/home.ts';
import { holdingDriver } from './drivers.ts';

/** The dependencies of `PersonLocations`. */
export interface PersonLocationsParts {
  readonly entities: Entities;
  readonly states: StateMachine;
  readonly home: Pick<Home, 'facts'>;
  readonly bus: Bus;
}

const HOME = 'zone.home';
const TRACKER = 'device_tracker';

/**
 * Relates zones, trackers and persons: a tracker shows the name of its zone, a person is where a tracker is,
 * and a zone counts the persons in it.
 */
export class PersonLocations implements Part {
  readonly name = 'whereabouts';
  private readonly parts: PersonLocationsParts;
  private readonly zones = new Set<EntityHandle>();
  private readonly persons = new Set<EntityHandle>();
  private readonly undos: Undo[] = [];
  private homeZone: Entity | undefined;

  constructor(parts: PersonLocationsParts) {
    this.parts = parts;
    parts.entities.derive(TRACKER, (values) => this.placeOf(values));
  }

  start(): void {
    const { bus } = this.parts;
    this.placeHome();
    this.undos.push(
      bus.on('core_config_updated', () => this.placeHome()),
      bus.on('state_changed', ({ change }) => {
        if (change?.entity_id.startsWith(`${TRACKER}.`)) this.onTracker(change.entity_id);
        else if (change?.entity_id.startsWith('person.')) this.count();
      }),
    );
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    if (this.homeZone !== undefined) this.parts.entities.remove(this.homeZone);
  }

  /** Adds or updates a zone. */
  addZone(zone: EntityHandle): void {
    this.zones.add(zone);
    this.placeAll();
  }

  removeZone(zone: EntityHandle): void {
    this.zones.delete(zone);
    this.placeAll();
  }

  /** Adds or updates a person. */
  addPerson(person: EntityHandle): void {
    this.persons.add(person);
    this.find(person);
    this.count(); // the person may be unchanged, so that no state change triggers it
  }

  removePerson(person: EntityHandle): void {
    this.persons.delete(person);
    this.count();
  }

  private placeHome(): void {
    const { entities, home } = this.parts;
    const description = homeZone(home.facts);
    if (this.homeZone === undefined) {
      this.homeZone = entities.add({ ...description, values: { persons: [], trackers: [] } });
      this.addZone(this.homeZone);
    } else {
      entities.redescribe(this.homeZone, description);
      this.placeAll();
    }
  }

  /** Locates all trackers and persons in the current zones. */
  private placeAll(): void {
    for (const tracker of this.parts.entities.ofDomain(TRACKER)) tracker.report({});
    for (const person of this.persons) this.find(person);
    this.count();
  }

  private onTracker(id: string): void {
    for (const person of this.persons) {
      if ((person.capabilities as PersonCapabilities).device_trackers.includes(id)) this.find(person);
    }
    this.count();
  }

  /** The values of a tracker with coordinates. */
  private placeOf({ latitude, longitude, gps_accuracy: accuracy }: Values): Values {
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return { zone: null };
    const place = { latitude, longitude, accuracy: typeof accuracy === 'number' ? accuracy : 0 };
    const around = zonesAround(place, this.allZones());
    const named = around.find(({ passive }) => !passive);
    const zone = named === undefined ? 'not_home' : named.id === HOME ? 'home' : named.name;
    return { zone, in_zones: around.map(({ id }) => id) };
  }

  private *allZones(): Iterable<Zone & { readonly name: string }> {
    for (const zone of this.zones) {
      const name = String(this.parts.states.get(zone.id)?.attributes.friendly_name ?? zone.id);
      yield { ...(zone.capabilities as ZoneCapabilities), id: zone.id, name };
    }
  }

  private find(person: EntityHandle): void {
    const { states } = this.parts;
    const { device_trackers: ids } = person.capabilities as PersonCapabilities;
    const trackers = ids.flatMap((id): readonly TrackerState[] => [states.get(id) ?? []].flat());
    const believed = trackerToBelieve(trackers);
    if (believed === undefined) {
      // If all trackers are unknown, as after startup, a person keeps the last location.
      if (trackers.length === 0) person.report(ids.length === 0 ? NOWHERE : {});
      return;
    }
    const { state, attributes } = believed;
    const zones = this.zonesOf(state, attributes);
    const place = typeof attributes.latitude === 'number' ? attributes : this.middleOf(zones[0]);
    person.report({
      location: state,
      latitude: place.latitude ?? null,
      longitude: place.longitude ?? null,
      accuracy: attributes.gps_accuracy ?? null,
      source: believed.entity_id,
      zones,
    });
  }

  /** The zones of a tracker, as reported or by the name it shows. */
  private zonesOf(state: string, { in_zones: zones }: Values): readonly string[] {
    if (Array.isArray(zones) && zones.length > 0) return zones;
    if (state === 'home') return [HOME];
    return [...this.allZones()].filter(({ name }) => name === state).map(({ id }) => id);
  }

  private middleOf(zone: string | undefined): Values {
    const found = [...this.zones].find(({ id }) => id === zone);
    return found?.capabilities ?? {};
  }

  private count(): void {
    const { states, entities } = this.parts;
    const trackers = [...entities.ofDomain(TRACKER)].map(({ id }) => id);
    for (const zone of this.zones) {
      const isIn = (id: string): boolean => {
        const state = states.get(id);
        return state !== undefined && this.zonesOf(state.state, state.attributes).includes(zone.id);
      };
      const persons = [...this.persons].map(({ id }) => id).filter(isIn);
      zone.report({ persons: persons.sort(), trackers: trackers.filter(isIn).sort() });
    }
  }
}

const NOWHERE = { location: null, latitude: null, longitude: null, accuracy: null, source: null, zones: [] };

function homeZone({ name, latitude, longitude, radius }: Home['facts']): EntityDescription {
  return {
    domain: zoneDomain,
    platform: 'zone',
    objectId: 'home',
    name,
    icon: 'mdi:home',
    capabilities: { latitude, longitude, radius, passive: false, editable: true },
    driver: holdingDriver,
  };
}
