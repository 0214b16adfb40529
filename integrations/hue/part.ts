import type { DomainName, DomainValues } from 'hearth-integration';
import type { Resource } from './bridge.ts';
import type { Store } from './store.ts';

/** An entity: how it is described, and what it shows. */
export interface Part<Domain extends DomainName = DomainName> {
  readonly domain: Domain;
  readonly uniqueId: string;
  /** The device or group that it belongs to. */
  readonly device: Resource;
  readonly options: Readonly<Record<string, unknown>>;
  read(store: Store): Partial<DomainValues[Domain]>;
  /** Attributes that are not of its domain. */
  extra?(store: Store): Readonly<Record<string, unknown>>;
  /** Whether it depends on the connection of its device. */
  readonly isRadio?: boolean;
  /** What an update of its resource means besides its values: the values of an event. */
  happened?(update: Resource): Partial<DomainValues[Domain]> | undefined;
}

export function part<Domain extends DomainName>(given: Part<Domain>): Part {
  return given as unknown as Part;
}

/** Changes something of the bridge. */
export type Change = (type: string, id: string, wish: object) => Promise<void>;
