import type { DomainName, DomainValues } from 'hearth-integration';
import type { Node, ZwaveValue } from './nodes.ts';

/** An entity of a node: how it is described, and what it shows. */
export interface Part<Domain extends DomainName = DomainName> {
  readonly domain: Domain;
  /** What follows the home and the node in its unique ID. */
  readonly key: string;
  /** Undefined for a name that follows from the value it shows. */
  readonly named?: ZwaveValue;
  readonly options: Readonly<Record<string, unknown>>;
  read(node: Node): Partial<DomainValues[Domain]>;
  /** What a notification of its value means. */
  happened?(value: ZwaveValue): Partial<DomainValues[Domain]> | undefined;
  /** Whether it shows whether its node can be reached, and so does not depend on it. */
  readonly isAlways?: boolean;
}

export function part<Domain extends DomainName>(given: Part<Domain>): Part {
  return given as unknown as Part;
}

/** Sets a value of a node. */
export type SetValue = (node: Node, value: ZwaveValue, wish: unknown, options?: object) => Promise<void>;

export const DIAGNOSTIC = { entityCategory: 'diagnostic' };
export const CONFIG = { entityCategory: 'config' };
export const MEASURED = { capabilities: { state_class: 'measurement' } };
