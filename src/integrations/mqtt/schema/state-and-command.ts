import { commandTopic, flag, stateTopic, template, text } from './config-values.ts';

/** The keys of entities that take commands. */
export const commanded = { optimistic: flag.default(false), retain: flag.default(false) };

/** The keys of entities with one value, which has a state and a command topic. */
export const stateAndCommand = {
  command_topic: commandTopic,
  command_template: template.optional(),
  state_topic: stateTopic.optional(),
  value_template: template.optional(),
  ...commanded,
};

/** The payloads of what is turned on and off. */
export const onOffPayloads = { payload_on: text.default('ON'), payload_off: text.default('OFF') };

type Side<N extends string, T extends string> = Record<
  `${N}_command_topic`,
  ReturnType<typeof commandTopic.optional>
> &
  Record<`${N}_command_template` | `${N}_${T}_template`, ReturnType<typeof template.optional>> &
  Record<`${N}_state_topic`, ReturnType<typeof stateTopic.optional>>;

/**
 * The four keys of one of several values; the template of its state is named `_state_template` or
 * `_value_template`.
 */
export function side<const N extends string, const T extends 'state' | 'value'>(
  name: N,
  read: T,
): Side<N, T> {
  return {
    [`${name}_command_topic`]: commandTopic.optional(),
    [`${name}_command_template`]: template.optional(),
    [`${name}_state_topic`]: stateTopic.optional(),
    [`${name}_${read}_template`]: template.optional(),
  } as Side<N, T>;
}

/** Whether a value is optimistic: no topic reports it. */
export function isAssumed(config: { readonly optimistic: boolean }, topic: string | undefined): boolean {
  return config.optimistic || topic === undefined;
}

/** Whether the only value of an entity is. */
export function isOptimistic(config: {
  readonly optimistic: boolean;
  readonly state_topic?: string | undefined;
}): boolean {
  return isAssumed(config, config.state_topic);
}
