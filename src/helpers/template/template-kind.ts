import type { z } from 'zod';
import type { Command, Domain, Values } from '../../domains/definition/define-domain.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { TemplateConfig } from './fields.ts';

/** One template of an entity, and what its value means. */
export interface Reading {
  /** The key of the settings it stands under. */
  readonly key: string;
  /** Undefined where the settings have none. */
  readonly template: string | undefined;
  /** The values it tells: without a template, commands are taken at their word for these. */
  readonly tells: readonly string[];
  /** Whether the entity is unavailable when it fails. */
  readonly isMain?: boolean;
  /** Whether what it tells is what the entity can do, and not what it is. */
  readonly isCapability?: boolean;
  /** The value that keeps when it last told something new, or was triggered. */
  readonly stamps?: string;
  /** The values; a text says what was expected. A template that failed gives null. */
  read(value: Value): Values | string;
}

/** What the settings make of the entity itself. */
export interface TemplateFacts {
  readonly deviceClass?: string | undefined;
  readonly unit?: string | undefined;
  /** Units of its values by quantity, where they are not those of its domain. */
  readonly nativeUnits?: Readonly<Record<string, string>> | undefined;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  readonly values?: Values;
}

/** What carries out a command: the actions under a key of the settings, and the variables they see. */
export interface TemplateAction {
  readonly key: string;
  readonly variables: Values;
}

/** Delays of a state, as templates or durations. */
export interface Delays {
  readonly on?: unknown;
  readonly off?: unknown;
  readonly autoOff?: unknown;
}

/** One domain whose entities can be made of templates. */
export interface TemplateKind<C extends TemplateConfig = TemplateConfig> {
  readonly domain: Domain;
  readonly schema: z.ZodType<C>;
  /** The keys of the settings that hold actions. */
  readonly actionKeys: readonly string[];
  describe(config: C): TemplateFacts;
  readings(config: C): readonly Reading[];
  /** The first that the settings have carries the command out; a command without any is only taken at its word. */
  actions?(command: Command<Values>, config: C): readonly TemplateAction[];
  delays?(config: C): Delays;
  /** Where its picture is, as last rendered. */
  pictureUrl?(values: Values): string | undefined;
  /** What a service answers from the values. */
  answer?(command: Command<Values>, values: Values): unknown;
}

/** Defines a kind; the list in `kinds/index.ts` holds all of them. */
export function defineTemplateKind<C extends TemplateConfig>(kind: TemplateKind<C>): TemplateKind {
  return kind;
}
