import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { domainOf } from '../core/entity-id.ts';
import type { State } from '../core/state.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Home } from '../entities/home/home.ts';
import type { ConfigEntries } from '../entities/registry/config-entries.ts';
import type { DeviceEntry, DeviceRegistry } from '../entities/registry/device-registry.ts';
import type { EntityEntry, EntityRegistry } from '../entities/registry/entity-registry.ts';
import type { Places } from '../entities/registry/places.ts';
import { HomeView, type PlaceViews } from '../entities/visibility/home-view.ts';
import { sees, type Viewer, visibleState } from '../entities/visibility/visible-state.ts';
import type { RenderContext, Value } from '../jinja/values/context.ts';
import { TemplateFailure } from '../jinja/values/failure.ts';
import { typeName } from '../jinja/values/printing.ts';
import { textOf } from '../jinja/values/protocol.ts';
import { Undefined } from '../jinja/values/undefined.ts';
import { Reads } from './reads.ts';

/** The part of the home that templates can access. */
export interface TemplateHome {
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly entities: Pick<Entities, 'get'>;
  readonly registry: Pick<EntityRegistry, 'get' | 'list' | 'ofDevice'>;
  readonly devices: Pick<DeviceRegistry, 'get' | 'list'>;
  readonly configEntries: Pick<ConfigEntries, 'list'>;
  readonly places: Places;
  readonly home: Pick<Home, 'facts' | 'units'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The data source of one render: the home as far as its caller may read it, and the record of what was read.
 */
export class TemplateHost implements Viewer {
  readonly home: TemplateHome;
  readonly reads: Reads;
  readonly mayRead: Access['mayRead'];
  private knownView: HomeView | undefined;

  constructor(home: TemplateHome, mayRead: Access['mayRead'] = null, reads = new Reads()) {
    this.home = home;
    this.reads = reads;
    this.mayRead = mayRead;
  }

  /** The state of an entity, with its ID in any case. Not recorded. */
  peek(id: string): State | undefined {
    const state = this.home.states.get(id) ?? this.home.states.get(id.toLowerCase());
    return state !== undefined && sees(this, state.entity_id) ? visibleState(state, this) : undefined;
  }

  /** Like `peek`, but recorded. */
  read(id: string): State | undefined {
    this.reads.entities.add(id);
    return this.peek(id);
  }

  /** All states, or those of a domain, in the order in which the entities were added. Not recorded. */
  statesOf(domain?: string): State[] {
    const found: State[] = [];
    for (const state of this.home.states.all()) {
      if (domain !== undefined && domainOf(state.entity_id) !== domain) continue;
      if (sees(this, state.entity_id)) found.push(visibleState(state, this));
    }
    return found;
  }

  /** The registry entry of an entity. */
  entry(id: string): EntityEntry | undefined {
    const entry = this.home.registry.get(id.toLowerCase());
    return entry !== undefined && sees(this, entry.entity_id) ? entry : undefined;
  }

  /** All matching registry entries. */
  entries(fits: (entry: EntityEntry) => boolean): EntityEntry[] {
    const found: EntityEntry[] = [];
    for (const entry of this.home.registry.list())
      if (fits(entry) && sees(this, entry.entity_id)) found.push(entry);
    return found;
  }

  /** The entries of a device. */
  entriesOf(deviceId: string): EntityEntry[] {
    return this.view.entitiesOf(deviceId);
  }

  /** A device; hidden from callers who may not read any of its entities. */
  device(id: string): DeviceEntry | undefined {
    return this.view.device(id);
  }

  /** All matching devices. */
  devices(fits: (device: DeviceEntry) => boolean): DeviceEntry[] {
    const found: DeviceEntry[] = [];
    for (const device of this.home.devices.list())
      if (fits(device) && this.view.seesDevice(device.id)) found.push(device);
    return found;
  }

  /** Areas, floors and labels; hidden from callers who may not read any of their entities. */
  get places(): PlaceViews {
    return this.view.places;
  }

  private get view(): HomeView {
    this.knownView ??= new HomeView(this, this.home);
    return this.knownView;
  }
}

/** The host of a render. Throws for a limited render, which has no access to the home. */
export function hostOf(context: RenderContext, name: string): TemplateHost {
  const { host } = context;
  if (host instanceof TemplateHost) return host;
  throw new TemplateFailure('TemplateError', `Use of '${name}' is not supported in limited templates`);
}

/** An entity ID as text. Throws Python's error for other values. */
export function idText(value: Value): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value instanceof Undefined) return value.fail();
  throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'lower'`);
}

/** The text for a lookup; other values match nothing. */
export function lookupText(value: Value): string {
  if (value instanceof Undefined) return value.fail();
  return textOf(value) ?? '';
}
