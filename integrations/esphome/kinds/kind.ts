import type { CommandOf, DomainName, DomainValues } from 'hearth-integration';
import type { Message, MessageName } from '../protocol/messages.ts';

/** The fields that all kinds of entities have when a node lists them. */
export interface Listed {
  readonly key: number;
  readonly name: string;
  readonly icon: string;
  readonly device_id: number;
  readonly entity_category: number;
  readonly disabled_by_default: boolean;
  readonly device_class?: string;
}

/** Sends commands to one entity of a node. Throws `NotReachable` while there is no connection. */
export interface Target {
  send<Name extends MessageName>(name: Name, values: Omit<Partial<Message<Name>>, 'key' | 'device_id'>): void;
  /** Asks a camera for one picture. */
  picture(): Promise<Buffer>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What is known of an entity besides what all have. */
export interface Described {
  readonly features?: string[];
  readonly capabilities?: Fields;
  readonly unit?: string;
  readonly precision?: number;
  readonly nativeUnits?: Record<string, string>;
  readonly assumedState?: boolean;
  readonly forceUpdate?: boolean;
}

/** A kind of entity: how a node lists it, what it says of it, and how it is commanded. */
export interface Kind<
  Domain extends DomainName = DomainName,
  List extends MessageName = MessageName,
  State extends MessageName = MessageName,
> {
  /** How Home Assistant names it in unique IDs. */
  readonly type: string;
  readonly domain: Domain;
  readonly listed: List;
  readonly state?: State;
  describe?(info: Message<List>): Described;
  /** The values before the first report. */
  readonly unknown: Partial<DomainValues[Domain]>;
  read?(state: Message<State>, info: Message<List>): Partial<DomainValues[Domain]>;
  /** The functions that carry out its commands; `now` is what the node said last. */
  commands?(parts: {
    readonly info: Message<List>;
    readonly target: Target;
    readonly now: () => Message<State> | undefined;
  }): { readonly [Name in CommandOf<Domain>]?: (fields: Fields) => unknown } & {
    readonly picture?: () => Promise<{ readonly type: string; readonly data: Uint8Array } | undefined>;
    readonly refresh?: () => unknown;
  };
}

/** Checks a kind and forgets its types: kinds are in one list. */
export function kind<Domain extends DomainName, List extends MessageName, State extends MessageName>(
  given: Kind<Domain, List, State>,
): Kind {
  return given as unknown as Kind;
}

/** A float as it was written: it has 32 bits on the wire; null for what is not a number. */
export function short(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(7)) : null;
}

/** A percentage of a part from 0 to 1. */
export function percent(part: number): number | null {
  return Number.isFinite(part) ? Math.min(100, Math.max(0, Math.round(part * 100))) : null;
}

/** The decimals of a number as text, without an exponent. */
export function decimalsOf(step: number): number {
  const text = String(short(step) ?? 0);
  const exponent = /e-(\d+)$/.exec(text);
  return exponent === null ? (text.split('.')[1]?.length ?? 0) : Number(exponent[1]);
}

/** The number of a name in a list of names. */
export function numberOf(names: readonly string[], name: unknown): number {
  const at = names.indexOf(String(name));
  if (at < 0) throw new RangeError(`There is no ${String(name).slice(0, 100)}`);
  return at;
}
