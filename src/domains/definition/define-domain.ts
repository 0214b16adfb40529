import type { EntityId } from '../../core/entity-id.ts';
import type { Attributes } from '../../core/state.ts';
import type { DeviceAutomations } from './device-automations.ts';
import type { EntityTriggers } from './entity-triggers.ts';
import type { Fields, FieldValues, Selector } from './field.ts';
import type { Reproduce } from './reproduce.ts';
import type { ShownQuantityName } from './shown-units.ts';
import type { Values } from './values.ts';

/** What a value measures: a quantity of its own, or the entity's reading, which its device class and unit say. */
export type Measured = ShownQuantityName | 'reading';

export type { Values };

/** An entity as its domain sees it. `V` is what its source reports, `C` what it can do. */
export interface EntityView<V extends Values = Values, C extends Values = Values> {
  readonly id: EntityId;
  readonly capabilities: C;
  /** Names of the domain's features this entity has. */
  readonly features: ReadonlySet<string>;
  readonly values: V;
  /** The state as last written, `unavailable` and `unknown` among them. */
  readonly state: string;
  /** The class its source gave it. */
  readonly deviceClass?: string | undefined;
  /** What the user set for it in its domain's options of the registry, e.g. a default code. */
  readonly options?: Values | undefined;
  /** A number of its source in the unit its users see, unrounded: refusals name it so. */
  inShownUnit?(quantity: Measured, value: number): number;
}

/** What a plan may know of the world. */
export interface Moment {
  /** The time of the call, in milliseconds since 1970. */
  readonly now: number;
  /** The zone the home lives in. */
  readonly timeZone: string;
  /** Whether a text begins as a device's or user's pattern says; bounded in time, whatever the pattern. */
  readonly beginsLike: (pattern: string, text: string) => boolean;
}

/** What a driver is to do: the service in the end meant, its parameters ready for the device, and the values to be reached. */
export interface Command<V extends Values = Values> {
  readonly service: string;
  readonly fields: Values;
  /** Values the entity will report once the command is carried out; simulators and optimistic devices take them over. */
  readonly patch: Partial<V>;
}

/** What a domain shows of an entity's values. */
export interface Presentation {
  /** Null is shown as `unknown`. */
  readonly state: string | null;
  /** What depends on the values; an attribute that is `undefined` is left out, null is shown. */
  readonly attributes: Attributes;
}

/** Whether a service answers data: never, on request, or only on request. */
export type ResponseMode = 'none' | 'optional' | 'only';

/** A service of a domain's entities. */
export interface EntityService<V extends Values = Values, C extends Values = Values> {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** Sets of fields of which a call carries one at most. */
  readonly exclusive?: readonly (readonly string[])[];
  /** Fields of which a call must carry one at least. */
  readonly anyOf?: readonly string[];
  /** Says what is wrong with fields that are each right, naming the field; undefined when nothing is. */
  check?(fields: Values): string | undefined;
  /** Alternatives of features: an entity must have all features of one of them. */
  readonly requires?: readonly (readonly string[])[];
  readonly response?: ResponseMode;
  /** What the numbers of its answer measure, by their key, however deep. */
  readonly answers?: Readonly<Record<string, Measured>>;
  /** Whether only administrators may call it. */
  readonly admin?: true;
  /** Whether it changes what the hub keeps and nothing else: the driver is not asked. */
  readonly local?: true;
  /** Turns validated fields into a command; throws `service_validation_error` for what this entity cannot do. Pure. */
  plan(entity: EntityView<V, C>, fields: Values, moment: Moment): Command<V>;
  /** The answer of one entity, for services whose answer follows from its values; otherwise the driver's result is the answer. */
  respond?(entity: EntityView<V, C>, fields: Values): unknown;
}

/** One attribute, for the reference. */
export interface AttributeFacts {
  readonly description: string;
  /** Says what the entity can do and stays when the entity is unavailable. */
  readonly capability?: true;
  /** The kind of quantity, for conversion to the home's units. */
  readonly quantity?: Measured;
  /** Names the unit that values of this quantity are shown in. */
  readonly unitOf?: ShownQuantityName;
  /** A limit is rounded away from the values it lets pass. */
  readonly limit?: 'lowest' | 'highest';
}

/** All that is known of a kind of entity. */
export interface Domain<V extends Values = Values, C extends Values = Values> {
  readonly name: string;
  /** What a person calls one entity of it, e.g. `Light`. */
  readonly title: string;
  /** The states it shows besides `unknown` and `unavailable`: words, or a sentence where they are open. */
  readonly states: readonly string[] | string;
  /** Feature names with their bit in `supported_features`, which is shown when there are any. */
  readonly features: Readonly<Record<string, number>>;
  readonly deviceClasses: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeFacts>>;
  /** Whether the state is a reading in the entity's unit: it is shown in the one the user or the home wishes. */
  readonly stateIsReading?: 'by class' | 'temperature alone';
  /** The unit its values come in where the source does not say another, by quantity. */
  readonly units?: Readonly<Partial<Record<ShownQuantityName, string>>>;
  readonly services: readonly EntityService<V, C>[];
  /** How scenes bring an entity back to a state; entities of domains without it are left as they are. */
  readonly reproduce?: Reproduce;
  readonly deviceAutomations?: DeviceAutomations;
  readonly entityTriggers?: EntityTriggers;
  /** The attributes that stay when the entity is unavailable; by default the capabilities as they are. */
  presentCapabilities?(capabilities: C, features: ReadonlySet<string>): Attributes;
  present(entity: EntityView<V, C>): Presentation;
  /** Values to keep beside those reported, for what later plans need to know of the past. */
  remember?(values: V, reported: Partial<V>): Partial<V>;
}

/** Defines a service whose `plan` sees its own fields typed. */
export function defineService<V extends Values, C extends Values, const F extends Fields>(service: {
  readonly name: string;
  readonly description: string;
  readonly fields: F;
  readonly exclusive?: readonly (readonly (keyof F & string)[])[];
  readonly anyOf?: readonly (keyof F & string)[];
  readonly requires?: readonly (readonly string[])[];
  readonly response?: ResponseMode;
  readonly answers?: Readonly<Record<string, Measured>>;
  readonly admin?: true;
  readonly local?: true;
  check?(fields: FieldValues<F>): string | undefined;
  plan(entity: EntityView<V, C>, fields: FieldValues<F>, moment: Moment): Command<V>;
  respond?(entity: EntityView<V, C>, fields: FieldValues<F>): unknown;
}): EntityService<V, C> {
  return service;
}

/** Defines a domain; the list in `index.ts` holds all of them. */
export function defineDomain<V extends Values, C extends Values>(domain: Domain<V, C>): Domain {
  return domain;
}

/** A service without fields that leads to fixed values. */
export function simpleService<V extends Values>(
  name: string,
  description: string,
  patch: Partial<V>,
  requires?: readonly (readonly string[])[],
): EntityService<V, Values> {
  const command: Command<V> = { service: name, fields: {}, patch };
  return {
    name,
    description,
    fields: {},
    ...(requires === undefined ? {} : { requires }),
    plan: () => command,
  };
}

/** The `target` of a service description: forms offer entities of the domain that have the features. */
export function targetSelector(domain: string, masks: readonly number[]): Selector {
  return { entity: [{ domain: [domain], ...(masks.length > 0 ? { supported_features: masks } : {}) }] };
}

/** `supported_features` of the wire; undefined for domains that have no features. */
export function featureBits(domain: Domain, features: ReadonlySet<string>): number | undefined {
  const names = Object.keys(domain.features);
  if (names.length === 0) return undefined;
  let bits = 0;
  for (const name of features) bits |= domain.features[name] ?? 0;
  return bits;
}
