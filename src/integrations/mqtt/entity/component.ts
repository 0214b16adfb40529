import { z } from 'zod';
import { schemaError } from '../../../core/schema-error.ts';
import type { Attributes } from '../../../core/state.ts';
import type { UnitSystem } from '../../../core/unit-system.ts';
import type { Command, Domain, Values } from '../../../domains/definition/define-domain.ts';
import type { EntityHandle, Picture } from '../../../entities/entity/driver.ts';
import type { Message } from '../client/message.ts';
import type { EntityConfig } from '../schema/entity-schema.ts';
import type { MqttTemplate } from '../schema/templates.ts';

/** The picture of a device: its bytes, or a URL that is fetched on demand. */
export type SavedPicture = Picture | { readonly url: string };

/** The context of a reading: the entity's current values, and where to report problems. */
export interface ReadingContext {
  readonly values: Values;
  readonly entity: EntityHandle;
  readonly message: Message;
  /** Logs that a message is unusable, once per cause; returns null, so that a reading can return it. */
  warn(reason: string): null;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
  /** Sets the picture of a camera or image. */
  keepPicture(picture: SavedPicture): void;
  /** Reports values after some seconds, unless another message of the main topic arrives before. */
  later(seconds: number, patch: Values): void;
}

/** One topic a component listens to. */
export interface Reading {
  /** Undefined if the config has none: then nothing is subscribed to. */
  readonly topic: string | undefined;
  readonly template?: MqttTemplate | undefined;
  /** If the template lacks a value, the message is ignored instead of using the raw payload. */
  readonly needsTemplate?: boolean;
  /** Additional variables of the template. */
  readonly variables?: Values;
  /** Whether it carries the main state: any message here postpones `expire_after`. */
  readonly isMain?: boolean;
  /** Whether retained messages are ignored. */
  readonly skipsRetained?: boolean;
  /** Converts the rendered text to values; null when there is nothing to report. */
  read?(text: string, context: ReadingContext): Values | null;
  /** The same from the bytes of the payload, for pictures. */
  readBytes?(payload: Buffer, context: ReadingContext): Values | null;
}

/** What a component specifies for its entity, besides the common settings. */
export interface ComponentFacts {
  /** The default name without a name or device class; null uses the device's name. */
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
  /** Values before the device's first report. */
  readonly values?: Values;
  /** Values from the config itself: a new config replaces later reports. */
  readonly configured?: Values;
  /** Nothing ever confirms a command. */
  readonly assumedState?: boolean;
  readonly forceUpdate?: boolean;
  /** The device does not report them again after a restart: the previous values are restored. */
  readonly restoresValues?: boolean;
  /** Seconds after which a value counts no longer. */
  readonly expireAfter?: number | undefined;
  /** Initial registry options, e.g. a display precision. */
  readonly options?: Values | undefined;
  /** Attributes the domain does not show, as they follow from the values. */
  attributes?(values: Values): Attributes;
  /** Attribute names that JSON attributes may not set; those of the domain by default. */
  readonly blockedAttributes?: readonly string[];
  /** Features reported by the device itself: a new config does not remove them. */
  readonly learnedFeatures?: readonly string[];
}

/** The result of a command: messages in order, and optimistic values. */
export interface Outcome {
  readonly messages: readonly OutcomeMessage[];
  readonly patch?: Values | undefined;
}

/** A message to the device, as text or as bytes that are sent as they are. */
export interface OutcomeMessage {
  readonly topic: string;
  readonly payload: string | Buffer;
}

/** What a command builder can access. */
export interface CommandContext<C> {
  readonly config: C;
  readonly entity: EntityHandle;
  readonly values: Values;
  /** The payload: the template rendered with `value` and `variables`, or without one the value as text. */
  render(template: MqttTemplate | undefined, value: unknown, variables?: Values): string | Buffer;
}

/** A component of discovery messages that is an entity. */
export interface Component<C extends EntityConfig = EntityConfig> {
  /** The name in the discovery topic. */
  readonly name: string;
  readonly domain: Domain;
  readonly schema: z.ZodType<C>;
  /** `home` has the units of devices that name none. */
  describe(config: C, home: UnitSystem): ComponentFacts;
  readings(config: C): readonly Reading[];
  /** Absent for entities that can only be read. */
  command?(command: Command<Values>, context: CommandContext<C>): Outcome;
}

/** Defines a component; the list in `components/index.ts` holds all of them. */
export function defineComponent<C extends EntityConfig>(component: Component<C>): Component {
  return component;
}

/** The rendered text by which a device reports an unknown value. */
export const NONE = 'None';

/** A component with several forms, selected by `schema` in the config, ignoring case. */
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
          message: schemaError('expects_one_of', { words: names }),
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
    command: (command, context) => known(context.config).command?.(command, context) ?? { messages: [] },
  };
}
