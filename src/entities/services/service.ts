import type { EntityId } from '../../core/entity-id.ts';
import type { Domain, EntityService, ResponseMode, Values } from '../../domains/definition/define-domain.ts';
import type { Fields, FieldValues, Selector } from '../../domains/definition/field.ts';
import type { Driver } from '../entity/driver.ts';
import type { ServiceCall } from './service-call.ts';

/** A service that is not carried out entity by entity: `homeassistant.*`, `mqtt.publish`, reloads. */
export interface PlainService {
  readonly domain: string;
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** What it is called, where that does not follow from its name. */
  readonly title?: string;
  /** What forms are told of the fields, where that is more than what calls are held to. */
  readonly shownFields?: Readonly<Record<string, object>>;
  readonly exclusive?: readonly (readonly string[])[];
  readonly anyOf?: readonly string[];
  check?(fields: Values): string | undefined;
  /** What forms offer as target; target keys in the data are accepted then. */
  readonly target?: Selector;
  /** Keys of no field are handed on as they stand. */
  readonly passesExtraKeys?: true;
  readonly response?: ResponseMode;
  /** Whether only administrators may call it. */
  readonly admin?: true;
  /** Whether it concerns the house as a whole: it is not for callers who see only part of it, nor for those who may only look. */
  readonly whole?: true;
  /** The entity it stands for; who may not read that one does not know of the service. */
  readonly entityId?: () => EntityId;
  handle(fields: Values, call: ServiceCall): unknown;
}

/** Defines a plain service whose `check` and `handle` see its own fields typed. */
export function definePlainService<const F extends Fields>(
  service: Omit<PlainService, 'fields' | 'exclusive' | 'anyOf' | 'check' | 'handle'> & {
    readonly fields: F;
    readonly exclusive?: readonly (readonly (keyof F & string)[])[];
    readonly anyOf?: readonly (keyof F & string)[];
    check?(fields: FieldValues<F>): string | undefined;
    handle(fields: FieldValues<F>, call: ServiceCall): unknown;
  },
): PlainService {
  return service;
}

/** A service of the entities of a domain. */
export interface EntityServiceEntry {
  readonly kind: 'entity';
  readonly domain: Domain;
  readonly service: EntityService;
  /** What the hub does in place of the drivers. */
  readonly task?: Driver['execute'];
}

/** One service under its domain. */
export type Service = EntityServiceEntry | { readonly kind: 'plain'; readonly service: PlainService };
