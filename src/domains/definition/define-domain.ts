import type { EntityId } from '../../core/entity-id.ts';
import type { Message } from '../../core/messages.ts';
import type { Attributes } from '../../core/state.ts';
import type { DeviceAutomations } from './device-automations.ts';
import type { EntityTriggers } from './entity-triggers.ts';
import type { Fields, FieldValues, Selector } from './field.ts';
import type { Reproduce } from './reproduce.ts';
import type { ShownQuantityName } from './shown-units.ts';
import type { Values } from './values.ts';

/** What a value measures: a fixed quantity, or the entity's reading by its device class and unit. */
export type Measured = ShownQuantityName | 'reading';

export type { Values };

/** An entity as its domain sees it, with reported values `V` and capabilities `C`. */
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
  /** The user's settings among the registry options of its domain, e.g. a default code. */
  readonly options?: Values | undefined;
  /** A number of its source in the unit its users see, unrounded: refusals name it so. */
  inShownUnit?(quantity: Measured, value: number): number;
}

/** The context a plan may depend on. */
export interface Moment {
  /** The time of the call, in milliseconds since 1970. */
  readonly now: number;
  /** The zone the home lives in. */
  readonly timeZone: string;
  /** Whether a text's start matches the pattern of a device or user; bounded in time for any pattern. */
  readonly beginsLike: (pattern: string, text: string) => boolean;
}

/** A command for a driver: the resolved service, its parameters for the device, and the resulting values. */
export interface Command<V extends Values = Values> {
  readonly service: string;
  readonly fields: Values;
  /** Values after the command is executed; simulators and optimistic devices report them at once. */
  readonly patch: Partial<V>;
}

/** State and attributes of an entity's values. */
export interface Presentation {
  /** Null is shown as `unknown`. */
  readonly state: string | null;
  /** Depends on the values; an attribute that is `undefined` is omitted, null is included. */
  readonly attributes: Attributes;
}

/** Whether a service answers data: never, on request, or only on request. */
export type ResponseMode = 'none' | 'optional' | 'only';

/** A service of a domain's entities; its name and description are in the message catalog. */
export interface EntityService<V extends Values = Values, C extends Values = Values> {
  readonly name: string;
  readonly fields: Fields;
  /** Sets of fields; a call has at most one field of each set. */
  readonly exclusive?: readonly (readonly string[])[];
  /** A call must have at least one of these fields. */
  readonly anyOf?: readonly string[];
  /** Returns the problem with a combination of valid fields, naming a field; undefined if there is none. */
  check?(fields: Values): Message | undefined;
  /** Alternatives of features: an entity must have all features of one of them. */
  readonly requires?: readonly (readonly string[])[];
  readonly response?: ResponseMode;
  /** What numbers in the response measure, by key at any depth. */
  readonly answers?: Readonly<Record<string, Measured>>;
  /** Whether only administrators may call it. */
  readonly admin?: true;
  /** Whether it only changes values stored by the hub: the driver is not called. */
  readonly local?: true;
  /** Converts validated fields to a command; throws `service_validation_error` for unsupported ones. Pure. */
  plan(entity: EntityView<V, C>, fields: Values, moment: Moment): Command<V>;
  /** The response of an entity if it follows from the values; otherwise the driver's result is used. */
  respond?(entity: EntityView<V, C>, fields: Values): unknown;
}

/** One attribute, for the reference. */
export interface AttributeFacts {
  readonly description: string;
  /** A capability, which is also shown while the entity is unavailable. */
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
  /** The display name of one entity, e.g. `Light`. */
  readonly title: string;
  /** Its states besides `unknown` and `unavailable`: a list, or a sentence where they are open. */
  readonly states: readonly string[] | string;
  /** Feature names with their bit in `supported_features`, which is shown when there are any. */
  readonly features: Readonly<Record<string, number>>;
  readonly deviceClasses: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeFacts>>;
  /** The attributes that the history leaves out, since they say nothing about the past. */
  readonly unrecorded?: readonly string[];
  /** Whether the state is a reading, which is converted to the unit preferred by the user or the home. */
  readonly stateIsReading?: 'by class' | 'temperature alone';
  /** By quantity, the units of its values if the source does not name one. */
  readonly units?: Readonly<Partial<Record<ShownQuantityName, string>>>;
  readonly services: readonly EntityService<V, C>[];
  /** How scenes restore the state of an entity; entities of domains without it are not changed. */
  readonly reproduce?: Reproduce;
  readonly deviceAutomations?: DeviceAutomations;
  readonly entityTriggers?: EntityTriggers;
  /** The attributes that stay when the entity is unavailable; by default the capabilities as they are. */
  presentCapabilities?(capabilities: C, features: ReadonlySet<string>): Attributes;
  present(entity: EntityView<V, C>): Presentation;
  /** Values to store beside the reported ones, for later plans that depend on the past. */
  remember?(values: V, reported: Partial<V>): Partial<V>;
}

/** Defines a service whose `plan` sees its own fields typed. */
export function defineService<V extends Values, C extends Values, const F extends Fields>(service: {
  readonly name: string;
  readonly fields: F;
  readonly exclusive?: readonly (readonly (keyof F & string)[])[];
  readonly anyOf?: readonly (keyof F & string)[];
  readonly requires?: readonly (readonly string[])[];
  readonly response?: ResponseMode;
  readonly answers?: Readonly<Record<string, Measured>>;
  readonly admin?: true;
  readonly local?: true;
  check?(fields: FieldValues<F>): Message | undefined;
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
  patch: Partial<V>,
  requires?: readonly (readonly string[])[],
): EntityService<V, Values> {
  const command: Command<V> = { service: name, fields: {}, patch };
  return {
    name,
    fields: {},
    ...(requires === undefined ? {} : { requires }),
    plan: () => command,
  };
}

/** The `target` of a service description: forms offer entities of the domain that have the features. */
export function targetSelector(domain: string, masks: readonly number[]): Selector {
  return { entity: [{ domain: [domain], ...(masks.length > 0 ? { supported_features: masks } : {}) }] };
}

/** `supported_features` on the wire; undefined for domains without features. */
export function featureBits(domain: Domain, features: ReadonlySet<string>): number | undefined {
  const names = Object.keys(domain.features);
  if (names.length === 0) return undefined;
  let bits = 0;
  for (const name of features) bits |= domain.features[name] ?? 0;
  return bits;
}
