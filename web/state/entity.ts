import type { Context } from 'home-assistant-js-websocket';

/** An entity. Immutable: a new value is a new object. */
export interface Entity {
  readonly entity_id: string;
  readonly domain: string;
  readonly state: string;
  readonly attributes: Attributes;
  /** Seconds since 1970. */
  readonly last_changed: number;
  readonly last_updated: number;
  readonly context: Context;
}

/** The attributes of an entity. They come from devices: each value is validated where it is used. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The expected state of an entity after a call. */
export interface Guess {
  readonly state?: string;
  readonly attributes?: Attributes;
}

/** The domain of an entity ID. */
export function domainOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf('.'));
}

/** The displayed name; the ID if there is none. */
export function nameOf({ entity_id, attributes }: Entity): string {
  const name = attributes.friendly_name;
  return typeof name === 'string' && name.trim() !== '' ? name : entity_id;
}

/** Whether the entity is available. */
export function isAvailable({ state }: Entity): boolean {
  return state !== 'unavailable';
}

/** An attribute that is a number, or undefined. */
export function numberOf({ attributes }: Entity, name: string): number | undefined {
  const value = attributes[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An attribute that is text, or undefined. */
export function textOf({ attributes }: Entity, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' ? value : undefined;
}

/** An attribute that is a list of texts; empty for anything else. */
export function listOf({ attributes }: Entity, name: string): readonly string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Whether the entity supports a feature, a bit of `supported_features`. */
export function can(entity: Entity, feature: number): boolean {
  return ((numberOf(entity, 'supported_features') ?? 0) & feature) !== 0;
}
