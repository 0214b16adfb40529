import type { DomainName, DomainValues, EntityOptions } from 'hearth-integration';
import type { Endpoint } from './endpoint.ts';

/** An entity of an endpoint: how it is described, and what it shows. */
export interface Part<Domain extends DomainName = DomainName> {
  readonly domain: Domain;
  /** The end of its unique ID: its kind, cluster and attribute as Home Assistant writes them. */
  readonly key: string;
  readonly options: Omit<EntityOptions<Domain>, 'uniqueId' | 'values'>;
  /** What it shows now; undefined while nothing is known. */
  read(): Partial<DomainValues[Domain]> | undefined;
  /** The event of a cluster that it follows, and what that means. */
  readonly follows?: {
    readonly cluster: string;
    readonly events: readonly string[];
    happened(event: string, data: unknown): Partial<DomainValues[Domain]> | undefined;
  };
}

/** Makes the entities of one kind from an endpoint. */
export type PartMaker = (endpoint: Endpoint) => readonly Part[];

export function part<Domain extends DomainName>(given: Part<Domain>): Part {
  return given as unknown as Part;
}

export const DIAGNOSTIC = { entityCategory: 'diagnostic' } as const;
export const CONFIG = { entityCategory: 'config' } as const;

/** A transition in tenths of a second, as clusters take it. */
export function tenths(seconds: unknown): number {
  return typeof seconds === 'number' ? Math.max(0, Math.min(65_534, Math.round(seconds * 10))) : 0;
}
