import { z } from 'zod';
import type { Message } from '../core/messages.ts';
import { schemaError } from '../core/schema-error.ts';
import type { Domain, Values } from '../domains/definition/define-domain.ts';
import { textSchema } from '../domains/definition/field.ts';
import type { Driver } from '../entities/entity/driver.ts';
import type { Entity } from '../entities/entity/entity.ts';

/** The settings of a helper. */
interface HelperSettings {
  readonly name: string;
  readonly icon?: string | undefined;
  readonly [key: string]: unknown;
}

/** A helper with its ID. */
export interface HelperItem extends HelperSettings {
  readonly id: string;
}

/** The entity of an item. */
export interface HelperShape {
  readonly capabilities: Values;
  /** The initial values. */
  readonly values: Values;
  /** Whether the values are restored after a restart. */
  readonly restoresState: boolean;
  readonly unit?: string | undefined;
  readonly deviceClass?: string | undefined;
  readonly picture?: string | undefined;
  /** The capabilities saved in the registry, by name; none by default. */
  readonly registered?: readonly string[];
  /** Adapts restored values to the current settings. */
  fit(values: Values): Values;
  /** Adapts values after a settings change, if that differs from `fit`. */
  change?(values: Values): Values;
  /** Why a change conflicts with the current values; undefined if it does not. */
  refuses?(values: Values): Message | undefined;
}

/** One kind of helper: its settings and the entity they describe. */
export interface HelperKind {
  readonly domain: Domain;
  /** The settings without the ID, in Home Assistant's format; the output is stored and sent to clients. */
  readonly schema: z.ZodType<HelperSettings>;
  shape(item: HelperItem): HelperShape;
  readonly driver: Driver;
  /** Called when an entity of the kind is added or changed; starts its timers. */
  begin?(entity: Entity): void;
  /** Called when an entity is removed. */
  end?(entity: Entity): void;
  /** Deletes an item's other data, in the same transaction. */
  forget?(item: HelperItem): Promise<void>;
  /** The domain's features that every item has. */
  readonly features?: readonly string[];
  /** A change only contains the fields to change; otherwise it replaces all settings. */
  readonly merges?: true;
  /** Why the item conflicts with these others; undefined if it does not. */
  isFree?(item: HelperItem, others: readonly HelperItem[]): Message | undefined;
  /** The response of `list`, if it is not just the items. */
  listed?(items: readonly HelperItem[]): unknown;
  /** Every write counts as a change. */
  readonly forceUpdate?: true;
  /** Whether there is a `reload` service, and for whom. */
  readonly reload: 'admin' | 'none';
}

/** A name, and an icon such as `mdi:lamp`. */
export const helperFields = {
  name: z.string(schemaError('expects_name')).trim().min(1, schemaError('expects_name')),
  icon: z
    .string()
    .refine((icon) => icon.includes(':'), schemaError('expects_icon'))
    .optional(),
};

/** The same for kinds that convert any scalar to text for their name. */
export const looseHelperFields = {
  ...helperFields,
  name: textSchema
    .refine((name) => name.trim() !== '', schemaError('expects_name'))
    .transform((name) => name.trim()),
};

interface TypedKind<T> extends Omit<HelperKind, 'schema' | 'shape' | 'isFree'> {
  readonly schema: z.ZodType<T>;
  shape(item: T & { readonly id: string }): HelperShape;
  isFree?(item: T & { readonly id: string }, others: readonly HelperItem[]): Message | undefined;
}

/** Defines a kind whose `shape` receives the parsed settings. */
export function defineKind<T extends HelperSettings>(kind: TypedKind<T>): HelperKind {
  return kind;
}
