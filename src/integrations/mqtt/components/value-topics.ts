import { NONE, type Reading, type ReadingSite } from '../entity/component.ts';
import { commandTopic, stateTopic, template } from '../schema/config-values.ts';

const topics = {
  commandTopic: commandTopic.optional(),
  commandTemplate: template.optional(),
  stateTopic: stateTopic.optional(),
};

type ValueKeys<N extends string, S extends string> = Record<
  `${N}_command_topic`,
  typeof topics.commandTopic
> &
  Record<`${N}_state_topic`, typeof topics.stateTopic> &
  Record<`${N}_command_template` | `${N}_${S}_template`, typeof topics.commandTemplate>;

/** The four keys of a value that has a state and a command topic; `S` names the template of its state. */
export function valueTopics<const N extends string, const S extends 'state' | 'value'>(
  name: N,
  state: S,
): ValueKeys<N, S> {
  return {
    [`${name}_command_topic`]: topics.commandTopic,
    [`${name}_command_template`]: topics.commandTemplate,
    [`${name}_state_topic`]: topics.stateTopic,
    [`${name}_${state}_template`]: topics.commandTemplate,
  } as ValueKeys<N, S>;
}

interface Optimistic {
  readonly optimistic: boolean;
  readonly state_topic?: string | undefined;
}

/** Whether a value is assumed to be as commanded: the config says so, or no topic reports it. */
export function isAssumed({ optimistic }: Optimistic, stateTopic: string | undefined): boolean {
  return optimistic || stateTopic === undefined;
}

/** Whether the state of an entity is assumed; see `isAssumed`. */
export function isOptimistic(config: Optimistic): boolean {
  return isAssumed(config, config.state_topic);
}

/** Reads one of several words; empty payloads are ignored, and `reset` makes the value unknown. */
export function choiceReading(
  value: string,
  words: readonly string[] = [],
  {
    reset = NONE,
    complaint = 'it is none of the modes',
  }: { readonly reset?: string; readonly complaint?: string } = {},
): NonNullable<Reading['read']> {
  return (payload: string, site: ReadingSite) => {
    if (payload === '') return null;
    if (payload === reset) return { [value]: null };
    return words.includes(payload) ? { [value]: payload } : site.complain(complaint);
  };
}
