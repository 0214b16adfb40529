import type { z } from 'zod';
import type { Command, Domain, Values } from '../../domains/definition/define-domain.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { TemplateConfig } from './fields.ts';

/** One template of an entity, and how its value is read. */
export interface Reading {
  /** Its key in the settings. */
  readonly key: string;
  /** Undefined if the settings have none. */
  readonly template: string | undefined;
  /** The values it provides; without a template, commands set them directly. */
  readonly reports: readonly string[];
  /** Whether the entity becomes unavailable if it fails. */
  readonly isMain?: boolean;
  /** Whether it provides capabilities instead of values. */
  readonly isCapability?: boolean;
  /** The value that records when it last changed or was triggered. */
  readonly stamps?: string;
  /** The values, or a text that describes what was expected. Failed templates are passed as null. */
  read(value: Value): Values | string;
}

/** The description of the entity, derived from the settings. */
export interface TemplateFacts {
  readonly deviceClass?: string | undefined;
  readonly unit?: string | undefined;
  /** The units of its values by quantity, if they differ from the domain's. */
  readonly nativeUnits?: Readonly<Record<string, string>> | undefined;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  readonly values?: Values;
}

/** How a command is carried out: the settings key of the actions, and their variables. */
export interface TemplateAction {
  readonly key: string;
  readonly variables: Values;
}

/** The delays of a state, as templates or durations. */
export interface Delays {
  readonly on?: unknown;
  readonly off?: unknown;
  readonly autoOff?: unknown;
}

/** A domain that supports template entities. */
export interface TemplateKind<C extends TemplateConfig = TemplateConfig> {
  readonly domain: Domain;
  readonly schema: z.ZodType<C>;
  /** The settings keys that hold actions. */
  readonly actionKeys: readonly string[];
  describe(config: C): TemplateFacts;
  readings(config: C): readonly Reading[];
  /** The first action that is configured carries out the command; without one it is only assumed. */
  actions?(command: Command<Values>, config: C): readonly TemplateAction[];
  delays?(config: C): Delays;
  /** The URL of its picture, as last rendered. */
  pictureUrl?(values: Values): string | undefined;
  /** The response of a service, from the values. */
  answer?(command: Command<Values>, values: Values): unknown;
}

/** Defines a kind; `kinds/index.ts` lists all of them. */
export function defineTemplateKind<C extends TemplateConfig>(kind: TemplateKind<C>): TemplateKind {
  return kind;
}
