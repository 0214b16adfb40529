import { z } from 'zod';
import type { Attributes } from '../../../core/state.ts';
import type { UnitSystem } from '../../../core/unit-system.ts';
import type { Command, Domain, Values } from '../../../domains/definition/define-domain.ts';
import type { EntityHandle, Picture } from '../../../entities/entity/driver.ts';
import type { Message } from '../client/message.ts';
import type { EntityConfig } from '../schema/entity-schema.ts';
import type { MqttTemplate } from '../schema/templates.ts';

/** What a device shows: the picture itself, or where it is to be fetched when somebody looks. */
export type KeptPicture = Picture | { readonly url: string };

/** Where a text that was read is heard: what the entity knows so far, and where to complain. */
export interface ReadingSite {
  readonly values: Values;
  readonly entity: EntityHandle;
  readonly message: Message;
  /** Logs that the message could not be used, once per cause; gives null, so that a reading can return it. */
  complain(reason: string): null;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
  /** Keeps the picture that a camera or an image shows from now on. */
  keepPicture(picture: KeptPicture): void;
  /** Reports values so many seconds from now, unless another message of the main topic comes before. */
  later(seconds: number, patch: Values): void;
}

/** One topic a component listens to. */
export interface Reading {
  /** Undefined where the config has none: nothing is listened to. */
  readonly topic: string | undefined;
  readonly template?: MqttTemplate | undefined;
  /** Where the template misses something the payload does not stand for it: the message is left out. */
  readonly needsTemplate?: boolean;
  /** What the template sees besides the usual. */
  readonly variables?: Values;
  /** Whether it carries the main state: any message here postpones `expire_after`. */
  readonly isMain?: boolean;
  /** Messages the broker kept are left out. */
  readonly skipsRetained?: boolean;
  /** Turns the rendered text into values; null when there is nothing to tell. */
  read?(text: string, site: ReadingSite): Values | null;
  /** The same from the bytes of the payload, for pictures. */
  readBytes?(payload: Buffer, site: ReadingSite): Values | null;
}

/** What a component says of its entity, besides what all of them say. */
export interface ComponentFacts {
  /** The name where the config has none and there is no device class to lend one; null speaks for the device. */
  readonly kind: string | null;
  readonly deviceClass?: string | undefined;
  /** Whether the device class may lend its name. */
  readonly isNamedByClass?: boolean;
  readonly unit?: string | undefined;
  /** The unit of its temperatures. */
  readonly temperatureUnit?: string | undefined;
  /** The step its temperatures are shown in. */
  readonly precision?: number | undefined;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  /** What is known before the device has spoken. */
  readonly values?: Values;
  /** What the config itself says of the device: a new config replaces what was told since. */
  readonly configured?: Values;
  /** Nothing ever confirms a command. */
  readonly assumedState?: boolean;
  readonly forceUpdate?: boolean;
  /** The device does not say it again after a restart: what was known before comes back. */
  readonly remembersValues?: boolean;
  /** Seconds after which a value counts no longer. */
  readonly expireAfter?: number | undefined;
  /** Options the registry keeps of it, e.g. a display precision. */
  readonly options?: Values | undefined;
  /** Attributes the domain does not show, as they follow from the values. */
  attributes?(values: Values): Attributes;
  /** Attribute names that JSON attributes may not bring; those of the domain where nothing is said. */
  readonly blockedAttributes?: readonly string[];
  /** Features that the device itself told of: a new config does not take them away. */
  readonly learnedFeatures?: readonly string[];
}

/** What a command becomes: messages in their order, and the values to take over without waiting for the device. */
export interface Outcome {
  readonly messages: readonly OutcomeMessage[];
  readonly patch?: Values | undefined;
}

/** A message to the device, as text or as bytes that are sent as they are. */
export interface OutcomeMessage {
  readonly topic: string;
  readonly payload: string | Buffer;
}

/** What a command builder works with. */
export interface CommandSite<C> {
  readonly config: C;
  readonly entity: EntityHandle;
  readonly values: Values;
  /** The payload: the template's text with `value` and `variables`, or without a template the value as text. */
  render(template: MqttTemplate | undefined, value: unknown, variables?: Values): string | Buffer;
}

/** One kind of thing a discovery message can bring that is an entity. */
export interface Component<C extends EntityConfig = EntityConfig> {
  /** As it stands in the discovery topic. */
  readonly name: string;
  readonly domain: Domain;
  readonly schema: z.ZodType<C>;
  /** `home` holds the units a device speaks that names none. */
  describe(config: C, home: UnitSystem): ComponentFacts;
  readings(config: C): readonly Reading[];
  /** Absent for entities that can only be read. */
  command?(command: Command<Values>, site: CommandSite<C>): Outcome;
}

/** Defines a component; the list in `components/index.ts` holds all of them. */
export function defineComponent<C extends EntityConfig>(component: Component<C>): Component {
  return component;
}

/** The rendered word by which a device says that it does not know. */
export const NONE = 'None';

/** One component in several forms, told apart by the config's `schema` in any case. */
export function componentOfForms(own: {
  readonly name: string;
  readonly forms: ReadonlyMap<string, Component>;
  readonly usual?: string;
}): Component {
  const formOf = (schema: unknown): Component | undefined => {
    const name = schema === undefined ? own.usual : schema;
    return typeof name === 'string' ? own.forms.get(name.toLowerCase()) : undefined;
  };
  const known = (config: EntityConfig): Component => {
    const form = formOf((config as { readonly schema?: unknown }).schema);
    if (form === undefined) throw new Error(`A config of ${own.name} went past its schema`);
    return form;
  };
  const [first] = own.forms.values();
  if (first === undefined) throw new Error(`${own.name} has no forms`);
  return {
    name: own.name,
    domain: first.domain,
    schema: z.unknown().transform((raw, context) => {
      const form = formOf((raw as { readonly schema?: unknown } | null)?.schema);
      if (form === undefined) {
        const names = [...own.forms.keys()].join(', ');
        context.issues.push({
          code: 'custom',
          message: `Expected one of ${names}`,
          path: ['schema'],
          input: raw,
        });
        return z.NEVER;
      }
      const result = form.schema.safeParse(raw);
      if (result.success) return result.data;
      for (const issue of result.error.issues)
        context.issues.push({ ...issue, input: raw } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
    describe: (config, home) => known(config).describe(config, home),
    readings: (config) => known(config).readings(config),
    command: (command, site) => known(site.config).command?.(command, site) ?? { messages: [] },
  };
}
