import { z } from 'zod';
import type { Domain, Values } from '../domains/definition/define-domain.ts';
import { textSchema } from '../domains/definition/field.ts';
import type { Driver } from '../entities/entity/driver.ts';
import type { Entity } from '../entities/entity/entity.ts';

/** What people say of a helper. */
interface HelperSettings {
  readonly name: string;
  readonly icon?: string | undefined;
  readonly [key: string]: unknown;
}

/** What every helper has. */
export interface HelperItem extends HelperSettings {
  readonly id: string;
}

/** What an item makes of its entity. */
export interface HelperShape {
  readonly capabilities: Values;
  /** What it holds when nothing is known of it. */
  readonly values: Values;
  /** Whether it takes up what it held before. */
  readonly remembers: boolean;
  readonly unit?: string | undefined;
  readonly deviceClass?: string | undefined;
  readonly picture?: string | undefined;
  /** What of the capabilities the registry remembers, by name; none where this is left out. */
  readonly registered?: readonly string[];
  /** Makes what it held before fit what it may hold now. */
  fit(values: Values): Values;
  /** The same for a change of its settings, where that is another thing than a start. */
  change?(values: Values): Values;
  /** Why an item that is in use cannot be changed to this; undefined when it can. */
  refuses?(values: Values): string | undefined;
}

/** One kind of helper: its settings, and what they make of its entity. */
export interface HelperKind {
  readonly domain: Domain;
  /** The settings besides the id, in the ecosystem's own form; gives what is stored and shown. */
  readonly schema: z.ZodType<HelperSettings>;
  shape(item: HelperItem): HelperShape;
  readonly driver: Driver;
  /** Called when an entity of the kind came or was changed: what runs by itself begins here. */
  begin?(entity: Entity): void;
  /** Called when one goes. */
  end?(entity: Entity): void;
  /** Lets go of what else is kept of an item that is deleted, in the same change. */
  forget?(item: HelperItem): Promise<void>;
  /** Names of the domain's features every item has. */
  readonly features?: readonly string[];
  /** A change names only what is to be different; otherwise it replaces the settings whole. */
  readonly merges?: true;
  /** Why the item cannot be beside these others; undefined when it can. */
  isFree?(item: HelperItem, others: readonly HelperItem[]): string | undefined;
  /** What `list` answers, where it is not the items alone. */
  listed?(items: readonly HelperItem[]): unknown;
  /** Every write counts as a change. */
  readonly forceUpdate?: true;
  /** Whether `reload` is offered to read the settings file again, and to whom. */
  readonly reload: 'admin' | 'none';
}

/** A name people give, and an icon such as `mdi:lamp`. */
export const helperFields = {
  name: z.string('Expected a name').trim().min(1, 'Expected a name'),
  icon: z
    .string()
    .refine((icon) => icon.includes(':'), 'Expected an icon such as mdi:lamp')
    .optional(),
};

/** The same for kinds that take any plain value as the text of their name. */
export const looseHelperFields = {
  ...helperFields,
  name: textSchema.refine((name) => name.trim() !== '', 'Expected a name').transform((name) => name.trim()),
};

interface TypedKind<T> extends Omit<HelperKind, 'schema' | 'shape' | 'isFree'> {
  readonly schema: z.ZodType<T>;
  shape(item: T & { readonly id: string }): HelperShape;
  isFree?(item: T & { readonly id: string }, others: readonly HelperItem[]): string | undefined;
}

/** Defines a kind whose `shape` sees the settings as its schema gives them. */
export function defineKind<T extends HelperSettings>(kind: TypedKind<T>): HelperKind {
  return kind;
}
