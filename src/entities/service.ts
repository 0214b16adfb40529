import type { EntityId } from '../core/entity-id.ts';
import type { Domain, EntityService, ResponseMode, Values } from '../domains/define-domain.ts';
import type { Fields, Selector } from '../domains/field.ts';
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

/** One service under its domain. */
export type Service =
  | { readonly kind: 'entity'; readonly domain: Domain; readonly service: EntityService }
  | { readonly kind: 'plain'; readonly service: PlainService };
