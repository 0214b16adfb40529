import { lawnMowerDomain } from '../../../domains/lawn-mower/lawn-mower.ts';
import { defineComponent } from '../entity/component.ts';
import { commandTopic, stateTopic, template } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded } from '../schema/state-and-command.ts';

const keys = {
  activity_state_topic: stateTopic.optional(),
  activity_value_template: template.optional(),
  start_mowing_command_topic: commandTopic.optional(),
  start_mowing_command_template: template.optional(),
  pause_command_topic: commandTopic.optional(),
  pause_command_template: template.optional(),
  dock_command_topic: commandTopic.optional(),
  dock_command_template: template.optional(),
  stop_command_topic: commandTopic.optional(),
  stop_command_template: template.optional(),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

/** The optimistic state after each command. */
const REACHED = { start_mowing: 'mowing', pause: 'paused', dock: 'docked', stop: 'idle' } as const;
const COMMANDS = ['start_mowing', 'pause', 'dock', 'stop'] as const;

function isOptimistic(config: Config): boolean {
  return config.optimistic || config.activity_state_topic === undefined;
}

/** Lawn mowers over MQTT: a topic for each of their commands. */
export const lawnMowerComponent = defineComponent<Config>({
  name: 'lawn_mower',
  domain: lawnMowerDomain,
  schema: entityConfig(keys),
  describe: (config) => ({
    kind: 'MQTT Lawn Mower',
    features: COMMANDS.filter((name) => config[`${name}_command_topic`] !== undefined),
    values: { state: null },
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    {
      topic: config.activity_state_topic,
      template: config.activity_value_template,
      isMain: true,
      read: (text, context) => {
        if (text === '') return null;
        if (text.toLowerCase() === 'none') return { state: null };
        const isKnown = (lawnMowerDomain.states as readonly string[]).includes(text);
        return isKnown ? { state: text } : context.warn('it is none of the activities');
      },
    },
  ],
  command: ({ service }, { config, render }) => {
    const name = COMMANDS.find((one) => one === service);
    const topic = name === undefined ? undefined : config[`${name}_command_topic`];
    if (name === undefined || topic === undefined) return { messages: [] };
    return {
      messages: [{ topic, payload: render(config[`${name}_command_template`], name) }],
      patch: isOptimistic(config) ? { state: REACHED[name] } : undefined,
    };
  },
});
