import type { z } from 'zod';
import { type Attributes, type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import type { EntityHandle } from '../../entities/entity/driver.ts';

/** How a group was set up; its kind adds more. */
export interface GroupSettings {
  readonly entities: readonly string[];
  readonly [option: string]: unknown;
}

/** What a group is, from what its members are. */
export interface Combined {
  readonly values: Values;
  readonly capabilities?: Values;
  /** Names of the domain's features. */
  readonly features?: readonly string[];
  readonly deviceClass?: string | undefined;
  readonly unit?: string | undefined;
  readonly icon?: string | undefined;
  /** Attributes beyond those of the domain. */
  readonly extra?: Attributes;
}

/** One kind of group: an entity of a domain that stands for entities of it. */
export interface GroupKind {
  readonly domain: Domain;
  /** The domains its members may be of, where that is not its own alone. */
  readonly memberDomains?: readonly string[];
  /** The settings besides name, icon and members. */
  readonly options: z.ZodRawShape;
  /** What the group is now; members that are not in the house are left out. */
  combine(members: readonly State[], settings: GroupSettings): Combined;
  /** Hears of the change of a member before `combine` is asked: what happened, for things that happen. */
  heard?(entity: EntityHandle, now: State, before: State | null): Values | undefined;
  /** Whether a command itself changes the group, which otherwise shows only what its members become. */
  readonly remembersCommands?: true;
}

/** Members that say something. */
export function known(members: readonly State[]): State[] {
  return members.filter(({ state }) => state !== UNKNOWN && state !== UNAVAILABLE);
}

/** Whether any member is on, or with `all` whether all are; null while too little is known. */
export function anyOn(members: readonly State[], all: boolean): boolean | null {
  const telling = known(members);
  if (telling.length === 0 || (all && telling.length < members.length)) return null;
  return all ? telling.every(isOn) : telling.some(isOn);
}

export function isOn({ state }: State): boolean {
  return state === 'on';
}

/** The values of an attribute, of the members that have one. */
export function told<T>(members: readonly State[], name: string): T[] {
  return members.map(({ attributes }) => attributes[name] as T).filter((value) => value != null);
}

/** The mean of an attribute, its decimals cut off; null where no member has a number there. */
export function wholeMean(members: readonly State[], name: string): number | null {
  const numbers = told<unknown>(members, name).filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : Math.trunc(meanOf(numbers));
}

/** The mean of numbers. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The value that comes most often, the first of several; undefined where there is none. */
export function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts)
    if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** The value all members agree on that have one; undefined where they do not. */
export function agreed<T>(members: readonly State[], name: string): T | undefined {
  const values = new Set(told<T>(members, name));
  return values.size === 1 ? [...values][0] : undefined;
}

/** The members that have a feature. */
export function withFeature(members: readonly State[], domain: Domain, feature: string): State[] {
  const bit = domain.features[feature] ?? 0;
  return members.filter(({ attributes }) => hasBits(attributes, bit));
}

/** The features that any member has, of those named. */
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
