import type { Bus } from '../core/bus.ts';
import type { Undo } from '../core/clock.ts';
import { domainOf } from '../core/entity-id.ts';
import type { State } from '../core/state.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { DeviceRegistry } from '../entities/registry/device-registry.ts';
import type { EntityEntry, EntityRegistry } from '../entities/registry/entity-registry.ts';
import type { Places } from '../entities/registry/places.ts';
import type { Exposure } from './exposure.ts';
import type { HomeLists, HomeValue } from './sentences/home-lists.ts';
import { lowered, withoutPunctuation } from './sentences/spoken-text.ts';
import { TextIndex } from './sentences/text-index.ts';

/** The home as assistants see it. */
export interface AssistHome {
  readonly states: StateMachine;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly places: Places;
  readonly exposure: Exposure;
}

const REGISTRY_EVENTS = [
  'area_registry_updated',
  'device_registry_updated',
  'entity_registry_updated',
  'floor_registry_updated',
] as const;

interface KnownNames {
  readonly exposed: HomeLists;
  readonly unexposed: HomeLists;
}

/** The names under which the entities, areas and floors of the home can be said; rebuilt after changes. */
export class HomeNames {
  private readonly home: AssistHome;
  private readonly bus: Pick<Bus, 'on'>;
  private known: KnownNames | undefined;
  private undos: readonly Undo[] = [];

  constructor(home: AssistHome, bus: Pick<Bus, 'on'>) {
    this.home = home;
    this.bus = bus;
  }

  /** Incremented when the names change. */
  revision = 0;

  /** Areas, floors, and the names of exposed entities. */
  get exposed(): HomeLists {
    return this.lists().exposed;
  }

  /** Areas, floors, and the names of entities that are not exposed. */
  get unexposed(): HomeLists {
    return this.lists().unexposed;
  }

  private lists(): KnownNames {
    if (this.known !== undefined) return this.known;
    this.known = this.build();
    const forget = (): void => this.forget();
    this.undos = [
      ...REGISTRY_EVENTS.map((type) => this.bus.on(type, forget)),
      this.home.exposure.onChange(forget),
      this.bus.on('state_changed', ({ change }) => {
        const { old_state: old, new_state: state } = change ?? {};
        if (!old || !state || nameFacts(old) !== nameFacts(state)) forget();
      }),
    ];
    return this.known;
  }

  /** Forgets the names until they are asked for again; only then are changes followed. */
  private forget(): void {
    this.known = undefined;
    this.revision += 1;
    for (const undo of this.undos) undo();
    this.undos = [];
  }

  private build(): KnownNames {
    const { states, registry, places, exposure } = this.home;
    const exposed = new TextIndex<HomeValue>();
    const unexposed = new TextIndex<HomeValue>();
    for (const state of states.all()) {
      const index = exposure.isExposed(state.entity_id) ? exposed : unexposed;
      const { device_class } = state.attributes;
      const domain = domainOf(state.entity_id);
      const context = device_class == null ? { domain } : { domain, device_class };
      for (const name of namesOf(state, registry.get(state.entity_id)))
        add(index, name, { value: name, context, of: { kind: 'entity', id: state.entity_id } });
    }
    const area = new TextIndex<HomeValue>();
    for (const { id, name, aliases } of places.areas.list())
      for (const said of [name, ...aliases])
        add(area, said, { value: said, context: undefined, of: { kind: 'area', id } });
    const floor = new TextIndex<HomeValue>();
    for (const { id, name, aliases } of places.floors.list())
      for (const said of [name, ...aliases])
        add(floor, said, { value: name, context: undefined, of: { kind: 'floor', id } });
    return { exposed: { name: exposed, area, floor }, unexposed: { name: unexposed, area, floor } };
  }
}

function nameFacts({ attributes: { friendly_name, device_class } }: State): string {
  return `${friendly_name}\n${device_class}`;
}

/** The names of an entity: its aliases, with its own name where the user has not removed it. */
export function namesOf(state: State, entry: EntityEntry | undefined): string[] {
  const { friendly_name: friendly } = state.attributes;
  const own = typeof friendly === 'string' ? friendly : state.entity_id.split('.')[1]?.replaceAll('_', ' ');
  const aliases = entry === undefined || entry.aliases.length === 0 ? [null] : entry.aliases;
  return aliases.flatMap((alias) => alias ?? own ?? []).map((name) => name.trim());
}

function add(index: TextIndex<HomeValue>, name: string, value: HomeValue): void {
  const said = lowered(withoutPunctuation(name).replace(/\s+/g, ' ').normalize('NFC').trim());
  if (said !== '') index.add(said, value);
}
