import type { Access } from '../core/access.ts';
import { domainOf } from '../core/entity-id.ts';
import type { State } from '../core/state.ts';
import type { Area, Floor } from '../entities/registry/places.ts';
import { HomeView, type PlaceViews } from '../entities/visibility/home-view.ts';
import { type AssistHome, namesOf } from './home-names.ts';

/** What entities must be to be meant. */
export interface Constraints {
  readonly name?: string | undefined;
  readonly area?: string | undefined;
  readonly floor?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly deviceClasses?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  /** Bits of `supported_features`, of which all are required. */
  readonly features?: number | undefined;
  /** Whether only one entity may be meant. */
  readonly isSingle?: boolean | undefined;
  /** The area of the speaker, which decides between entities of the same name. */
  readonly preferredArea?: string | undefined;
}

/** Why no entity is meant. */
export type NoTarget =
  | 'name'
  | 'area'
  | 'floor'
  | 'domain'
  | 'device_class'
  | 'feature'
  | 'state'
  | 'exposure'
  | 'unknown_area'
  | 'unknown_floor'
  | 'duplicate';

/** The entities that are meant, or why there are none. */
export interface Targets {
  readonly states: readonly State[];
  readonly areas: readonly Area[];
  readonly floors: readonly Floor[];
  readonly reason?: NoTarget;
}

/** Finds the exposed entities that the speaker may read and the constraints describe. */
export function findTargets(home: AssistHome, constraints: Constraints, access: Access): Targets {
  const { places } = new HomeView(access, home);
  const search = new Search(home, places, constraints);
  const readable = [...home.states.all()].filter(({ entity_id: id }) => access.may('read', id));
  return search.run(readable);
}

class Search {
  private readonly home: AssistHome;
  private readonly places: PlaceViews;
  private readonly constraints: Constraints;
  private areas: readonly Area[] = [];
  private floors: readonly Floor[] = [];

  constructor(home: AssistHome, places: PlaceViews, constraints: Constraints) {
    this.home = home;
    this.places = places;
    this.constraints = constraints;
  }

  run(all: readonly State[]): Targets {
    let found = all;
    for (const [reason, fits] of this.filters()) {
      if (typeof fits === 'string') return this.none(fits);
      found = found.filter(fits);
      if (found.length === 0) return this.none(reason);
    }
    const named = this.constraints.name === undefined ? found : this.oneOfName(found);
    if (named === undefined) return this.none('duplicate', found);
    const single = this.constraints.isSingle === true && named.length > 1 ? this.preferred(named) : named;
    return single === undefined ? this.none('duplicate', named) : this.result(single);
  }

  /** The filters in their order; a text stands for a place that does not exist. */
  private *filters(): Generator<[NoTarget, ((state: State) => boolean) | NoTarget]> {
    const { domains, states, name, features, deviceClasses, area, floor } = this.constraints;
    const { registry, exposure } = this.home;
    if (domains !== undefined) yield ['domain', ({ entity_id: id }) => domains.includes(domainOf(id))];
    if (states !== undefined) yield ['state', ({ state }) => states.includes(state)];
    if (name !== undefined) yield ['name', (state) => this.isNamed(state, name)];
    if (features !== undefined)
      yield [
        'feature',
        (state) => (Number(state.attributes.supported_features ?? 0) & features) === features,
      ];
    if (deviceClasses !== undefined)
      yield [
        'device_class',
        (state) =>
          deviceClasses.includes(registry.get(state.entity_id)?.device_class ?? '') ||
          deviceClasses.includes(String(state.attributes.device_class)),
      ];
    if (floor !== undefined) {
      this.floors = this.places.floors.list().filter((one) => isCalled(one, floor));
      if (this.floors.length === 0) yield ['floor', 'unknown_floor'];
      const areas = new Set(this.floors.flatMap(({ id }) => this.places.areasOfFloor(id)));
      yield ['floor', (state) => areas.has(this.areaOf(state) ?? '')];
    }
    if (area !== undefined) {
      this.areas = this.places.areas.list().filter((one) => isCalled(one, area));
      if (this.areas.length === 0) yield ['area', 'unknown_area'];
      const areas = new Set(this.areas.map(({ id }) => id));
      yield ['area', (state) => areas.has(this.areaOf(state) ?? '')];
    }
    yield ['exposure', ({ entity_id: id }) => exposure.isExposed(id)];
  }

  private isNamed(state: State, name: string): boolean {
    if (state.entity_id === name) return true;
    const wanted = folded(name);
    return namesOf(state, this.home.registry.get(state.entity_id)).some((one) => folded(one) === wanted);
  }

  /**
   * The entity of a name. If several have it, the one in the speaker's area; undefined if that is not clear.
   */
  private oneOfName(found: readonly State[]): readonly State[] | undefined {
    return found.length < 2 ? found : this.preferred(found);
  }

  private preferred(found: readonly State[]): readonly State[] | undefined {
    const { preferredArea } = this.constraints;
    if (preferredArea === undefined) return undefined;
    const near = found.filter((state) => this.areaOf(state) === preferredArea);
    return near.length === 1 ? near : undefined;
  }

  private areaOf({ entity_id: id }: State): string | null {
    const entry = this.home.registry.get(id);
    if (entry === undefined) return null;
    const ofDevice = entry.device_id === null ? undefined : this.home.devices.get(entry.device_id)?.area_id;
    return entry.area_id ?? ofDevice ?? null;
  }

  private result(states: readonly State[]): Targets {
    return { states, areas: this.areas, floors: this.floors };
  }

  private none(reason: NoTarget, states: readonly State[] = []): Targets {
    return { ...this.result(states), reason };
  }
}

function isCalled(
  { id, name, aliases }: { readonly id: string; readonly name: string; readonly aliases: readonly string[] },
  said: string,
): boolean {
  return id === said || [name, ...aliases].some((one) => folded(one) === folded(said));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
