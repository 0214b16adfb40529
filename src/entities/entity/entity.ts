import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Log } from '../../core/log.ts';
import { type Attributes, isTooLong, MAX_STATE_LENGTH, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { UnitSystemName } from '../../core/unit-system.ts';
import type {
  Domain,
  EntityService,
  Measured,
  Presentation,
  Values,
} from '../../domains/definition/define-domain.ts';
import { featureBits } from '../../domains/definition/define-domain.ts';
import type { EntityEntry } from '../registry/entity-registry.ts';
import { composed, defined, hasSameValues, patched } from '../registry/named-values.ts';
import type { Driver, EntityHandle, ReportOptions } from './driver.ts';
import type { EntityDescription } from './entity-description.ts';
import { readingUnit, type UnitTranslation, unitTranslation } from './unit-translation.ts';

/** How long reported states are attributed to the last call, in milliseconds. */
const CALL_LASTS = 5000;

/** The properties of an entity besides its values, from registry and source: names, icon, classes. */
export interface Facets {
  readonly friendlyName: string | null;
  readonly entry: EntityEntry | undefined;
  /** The units of the home. */
  readonly unitSystem: UnitSystemName;
}

/** An entity. Its source reports values, its domain computes the state, the state machine stores it. */
export class Entity implements EntityHandle {
  readonly domain: Domain;
  readonly platform: string;
  readonly driver: Driver;
  features: ReadonlySet<string>;
  /** Returns the attributes that link to its picture; only set for entities that have one. */
  pictureLinks: ((entity: Entity) => Attributes) | undefined;
  /** The source's last description of the entity. */
  description: EntityDescription;
  capabilities: Values;
  values: Values;
  private entityId: EntityId;
  private available: boolean;
  private facets: Facets;
  private extra: Attributes = {};
  private readonly states: StateMachine;
  private readonly log: Log;
  private capabilityAttributes: Attributes = {};
  private baseAttributes: Attributes = {};
  private units: UnitTranslation | null = null;
  private acting: Context | undefined;
  private actingUntil = 0;
  private live = false;
  /** The attributes of the last write, as long as only the values can have changed. */
  private shown: { readonly presented: Attributes; readonly all: Attributes } | undefined;
  private derived: ((values: Values) => Values) | undefined;
  private detach: Undo | undefined;

  constructor(id: EntityId, description: EntityDescription, facets: Facets, states: StateMachine, log: Log) {
    this.entityId = id;
    this.description = description;
    this.domain = description.domain;
    this.platform = description.platform;
    this.driver = description.driver;
    this.features = new Set(description.features);
    this.capabilities = description.capabilities ?? {};
    this.values = description.values ?? {};
    this.available = description.available ?? true;
    this.facets = facets;
    this.states = states;
    this.log = log;
    this.makeStaticAttributes();
  }

  get id(): EntityId {
    return this.entityId;
  }

  /** The last written state; `unknown` before the first write. */
  get state(): string {
    return this.states.get(this.entityId)?.state ?? UNKNOWN;
  }

  get isAvailable(): boolean {
    return this.available;
  }

  /** Whether the entity has a state: a disabled one has none. */
  get isLive(): boolean {
    return this.live;
  }

  /** The registry entry of entities with a unique ID. */
  get entry(): EntityEntry | undefined {
    return this.facets.entry;
  }

  get deviceClass(): string | undefined {
    return this.description.deviceClass;
  }

  get options(): Values | undefined {
    return this.facets.entry?.options[this.domain.name];
  }

  get friendlyName(): string | null {
    return this.facets.friendlyName;
  }

  /** Converts service fields to the units of the source. */
  nativeFields(service: EntityService, fields: Values): Values {
    return this.units === null ? fields : this.units.fields(service, fields);
  }

  inShownUnit(quantity: Measured, value: number): number {
    return this.units?.unrounded(quantity, value) ?? value;
  }

  /** Converts the response of a service to the displayed units. */
  shownAnswer(service: string, answer: unknown): unknown {
    if (this.units === null) return answer;
    const measures = this.domain.services.find(({ name }) => name === service)?.answers;
    return measures === undefined ? answer : this.units.answer(answer, measures);
  }

  /** Displays the values in the units of another unit system. */
  setUnitSystem(unitSystem: UnitSystemName): void {
    if (unitSystem !== this.facets.unitSystem) this.setFacets(this.entityId, { ...this.facets, unitSystem });
  }

  /** Sets a function that adds computed values to reported ones. */
  deriveBy(derived: ((values: Values) => Values) | undefined): void {
    this.derived = derived;
    if (derived !== undefined) this.values = { ...this.values, ...derived(this.values) };
  }

  report(patch: Values, options: ReportOptions = {}): void {
    this.values = patched(this.values, patch, this.domain.remember?.(this.values, patch));
    if (this.derived !== undefined) this.values = { ...this.values, ...this.derived(this.values) };
    if (options.available !== undefined) this.available = options.available;
    if (options.extra !== undefined) this.takeExtra(options.extra);
    if (options.capabilities !== undefined) this.takeCapabilities(options.capabilities);
    this.write(options.context, options.source);
  }

  setAvailable(available: boolean): void {
    if (this.available === available) return;
    this.available = available;
    this.write();
  }

  setExtraAttributes(extra: Attributes): void {
    this.takeExtra(extra);
    this.write();
  }

  setCapabilities(capabilities: Values): void {
    this.takeCapabilities(capabilities);
    this.write();
  }

  private takeCapabilities(capabilities: Values): void {
    this.capabilities = capabilities;
    this.makeStaticAttributes();
  }

  /** Applies a new description; the state is written when the facets are set next. */
  takeOver(description: EntityDescription, values: Values): void {
    this.description = description;
    this.features = new Set(description.features);
    this.capabilities = description.capabilities ?? {};
    this.values = values;
  }

  setFeatures(features: readonly string[]): void {
    this.features = new Set(features);
    this.makeStaticAttributes();
    this.write();
  }

  /** Attributes the states reported in the next five seconds to this context. */
  actFor(context: Context, now: number): void {
    this.acting = context;
    this.actingUntil = now + CALL_LASTS;
  }

  /** Starts to have a state. */
  show(): void {
    this.live = true;
    this.write();
    this.detach = this.driver.attach?.(this);
  }

  /** Removes the state. */
  hide(): void {
    this.live = false;
    this.detach?.();
    this.detach = undefined;
    this.states.remove(this.entityId);
  }

  /** Applies new registry and source data; a new ID moves the state. */
  setFacets(id: EntityId, facets: Facets): void {
    if (id !== this.entityId && this.live) this.states.remove(this.entityId);
    this.entityId = id;
    this.facets = facets;
    this.makeStaticAttributes();
    this.write();
  }

  /** Writes the state computed from the current values. */
  write(context?: Context, source?: string): void {
    if (!this.live) return;
    const chosen = context ?? this.actingContext();
    if (!this.available) {
      // An unavailable entity keeps its picture link.
      const { entity_picture } = this.pictureLinks?.(this) ?? {};
      const all = composed([this.capabilityAttributes, { entity_picture }, this.baseAttributes]);
      this.states.set(this.entityId, UNAVAILABLE, all, { context: chosen, source });
      return;
    }
    const { state, attributes } = this.present();
    const options = { context: chosen, force: this.description.forceUpdate, source };
    this.states.set(this.entityId, this.stateText(state), this.allAttributes(attributes), options);
  }

  /** Returns the object of the last write if nothing changed, so that comparing it costs nothing. */
  private allAttributes(presented: Attributes): Attributes {
    const links = this.pictureLinks?.(this);
    const { shown } = this;
    if (shown !== undefined && links === undefined && hasSameValues(shown.presented, presented))
      return shown.all;
    const { capabilityAttributes, extra, baseAttributes } = this;
    const units = this.units?.unitAttributes;
    const { entity_picture } = extra;
    const all = composed([
      capabilityAttributes,
      presented,
      units,
      links,
      extra,
      baseAttributes,
      { entity_picture },
    ]);
    this.shown = links === undefined ? { presented, all } : undefined;
    return all;
  }

  private takeExtra(extra: Attributes): void {
    this.extra = extra;
    this.shown = undefined;
  }

  private present(): Presentation {
    const reported = this.domain.present(this);
    if (this.units === null) return reported;
    return {
      state: this.units.state(reported.state),
      attributes: this.units.attributes(reported.attributes),
    };
  }

  private stateText(state: string | null): string {
    if (state === null) return UNKNOWN;
    if (!isTooLong(state)) return state;
    this.log.warn(
      `${this.entityId} reported a state of ${state.length} characters, more than ${MAX_STATE_LENGTH}`,
    );
    return UNKNOWN;
  }

  private actingContext(): Context | undefined {
    if (this.acting !== undefined && this.states.now() > this.actingUntil) this.acting = undefined;
    return this.acting;
  }

  private makeStaticAttributes(): void {
    const { domain, description, options } = this;
    const { entry, unitSystem: system } = this.facets;
    const { deviceClass, unit, nativeUnits, precision } = description;
    this.shown = undefined;
    const capabilities = domain.presentCapabilities?.(this.capabilities, this.features) ?? this.capabilities;
    const units = { domain, deviceClass, unit, capabilities, nativeUnits, precision, options, system };
    this.units = unitTranslation(units);
    this.capabilityAttributes = defined(this.units?.attributes(capabilities) ?? capabilities);
    this.baseAttributes = defined({
      unit_of_measurement: readingUnit(units),
      assumed_state: description.assumedState === true ? true : undefined,
      attribution: description.attribution,
      device_class: entry?.device_class ?? deviceClass,
      entity_picture: description.picture,
      icon: entry?.icon ?? description.icon,
      friendly_name: this.facets.friendlyName,
      supported_features: featureBits(domain, this.features),
    });
  }
}
