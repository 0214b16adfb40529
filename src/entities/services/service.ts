import type { EntityId } from '../../core/entity-id.ts';
import type { Message } from '../../core/messages.ts';
import type { Domain, EntityService, ResponseMode, Values } from '../../domains/definition/define-domain.ts';
import type { Fields, FieldValues, Selector } from '../../domains/definition/field.ts';
import type { Driver } from '../entity/driver.ts';
import type { ServiceCall } from './service-call.ts';

/** The texts of a service that a user wrote. */
export interface ShownService {
  /** If it does not follow from the key. */
  readonly name?: string | undefined;
  readonly description: string;
  readonly fields: Readonly<Record<string, object>>;
}

/** A service not executed entity by entity: `homeassistant.*`, `mqtt.publish`, reloads. */
export interface PlainService {
  readonly domain: string;
  readonly name: string;
  readonly fields: Fields;
  /** Its name, description and fields as described to forms, if a user wrote them; else from the message catalog. */
  readonly shown?: ShownService;
  readonly exclusive?: readonly (readonly string[])[];
  readonly anyOf?: readonly string[];
  check?(fields: Values): Message | undefined;
  /** The target selector for forms; if set, target keys are accepted in the data. */
  readonly target?: Selector;
  /** Unknown keys are passed through. */
  readonly passesExtraKeys?: true;
  readonly response?: ResponseMode;
  /** Only administrators may call it. */
  readonly admin?: true;
  /** Changes the configuration: what it writes for a user is recorded as a change. */
  readonly changes?: 'undoable';
  /** Affects the home as a whole: not for limited callers, nor for callers without control permission. */
  readonly whole?: true;
  /** The entity the service belongs to; callers who may not read it do not see the service. */
  readonly entityId?: () => EntityId;
  handle(fields: Values, call: ServiceCall): unknown;
}

/** Defines a plain service with typed fields in `check` and `handle`. */
export function definePlainService<const F extends Fields>(
  service: Omit<PlainService, 'fields' | 'exclusive' | 'anyOf' | 'check' | 'handle'> & {
    readonly fields: F;
    readonly exclusive?: readonly (readonly (keyof F & string)[])[];
    readonly anyOf?: readonly (keyof F & string)[];
    check?(fields: FieldValues<F>): Message | undefined;
    handle(fields: FieldValues<F>, call: ServiceCall): unknown;
  },
): PlainService {
  return service;
}

/** An entity service of a domain. */
export interface EntityServiceEntry {
  readonly kind: 'entity';
  readonly domain: Domain;
  readonly service: EntityService;
  /** Executed by the server in place of the drivers. */
  readonly task?: Driver['execute'];
}

/** A registered service. */
export type Service = EntityServiceEntry | { readonly kind: 'plain'; readonly service: PlainService };
