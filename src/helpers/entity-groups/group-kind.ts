import type { z } from 'zod';
import { type Attributes, type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import type { EntityHandle } from '../../entities/entity/driver.ts';

/** The settings of a group; kinds add their own. */
export interface GroupSettings {
  readonly entities: readonly string[];
  readonly [option: string]: unknown;
}

/** The state of a group, derived from its members. */
export interface Combined {
  readonly values: Values;
  readonly capabilities?: Values;
  /** Names of the domain's features. */
  readonly features?: readonly string[];
  readonly deviceClass?: string | undefined;
  readonly unit?: string | undefined;
  readonly icon?: string | undefined;
  /** Attributes in addition to those of the domain. */
  readonly extra?: Attributes;
}

/** One kind of group: an entity of a domain that represents several others. */
export interface GroupKind {
  readonly domain: Domain;
  /** The domains of its members, if not only its own. */
  readonly memberDomains?: readonly string[];
  /** The settings other than name, icon and members. */
  readonly options: z.ZodRawShape;
  /** The group's current state; missing members are left out. */
  combine(members: readonly State[], settings: GroupSettings): Combined;
  /** Called before `combine` when a member changed; returns values for momentary domains such as events. */
  received?(entity: EntityHandle, now: State, before: State | null): Values | undefined;
  /** Whether a command itself changes the group, which otherwise only reflects its members. */
  readonly restoresCommands?: true;
}

/** The members with a known state. */
export function known(members: readonly State[]): State[] {
  return members.filter(({ state }) => state !== UNKNOWN && state !== UNAVAILABLE);
}

/** Whether any member is on, or with `all` whether all are; null if that is unknown. */
export function anyOn(members: readonly State[], all: boolean): boolean | null {
  const telling = known(members);
  if (telling.length === 0 || (all && telling.length < members.length)) return null;
  return all ? telling.every(isOn) : telling.some(isOn);
}

export function isOn({ state }: State): boolean {
  return state === 'on';
}

/** The values of an attribute, from the members that have it. */
export function memberValues<T>(members: readonly State[], name: string): T[] {
  return members.map(({ attributes }) => attributes[name] as T).filter((value) => value != null);
}

/** The mean of an attribute, truncated; null if no member has a number. */
export function integerMean(members: readonly State[], name: string): number | null {
  const numbers = memberValues<unknown>(members, name).filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : Math.trunc(meanOf(numbers));
}

/** The mean of numbers. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The most frequent value, the first of several; undefined if there are none. */
export function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts)
    if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** The value on which all members with the attribute agree; otherwise undefined. */
export function commonValue<T>(members: readonly State[], name: string): T | undefined {
  const values = new Set(memberValues<T>(members, name));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The members with a feature. */
export function withFeature(members: readonly State[], domain: Domain, feature: string): State[] {
  const bit = domain.features[feature] ?? 0;
  return members.filter(({ attributes }) => hasBits(attributes, bit));
}

/** Those of the named features that any member has. */
export function anyFeature(
  members: readonly State[],
  domain: Domain,
  among = Object.keys(domain.features),
): string[] {
  return among.filter((feature) => withFeature(members, domain, feature).length > 0);
}

function hasBits({ supported_features: bits }: Attributes, wanted: number): boolean {
  return typeof bits === 'number' && (bits & wanted) === wanted;
}
