import { selectDomain } from '../../../domains/select/select.ts';
import { defineComponent } from '../entity/component.ts';
import { commandTopic, flag, stateTopic, template, textList } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic } from './value-topics.ts';

const keys = {
  command_topic: commandTopic,
  command_template: template.optional(),
  state_topic: stateTopic.optional(),
  value_template: template.optional(),
  options: textList,
  optimistic: flag.default(false),
  retain: flag.default(false),
};

/** Choices over MQTT. */
export const selectComponent = defineComponent({
  name: 'select',
  domain: selectDomain,
  schema: entityConfig(keys),
  describe: (config) => ({
    kind: 'MQTT Select',
    capabilities: { options: config.options },
    values: { option: null },
    assumedState: isOptimistic(config),
    blockedAttributes: ['options'],
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      isMain: true,
      read: (text, site) => {
        if (text === '') return null;
        if (text.toLowerCase() === 'none') return { option: null };
        return config.options.includes(text) ? { option: text } : site.complain('it is none of the options');
      },
    },
  ],
  command: ({ fields, patch }, { config, render }) => ({
    messages: [{ topic: config.command_topic, payload: render(config.command_template, fields.option) }],
    patch: isOptimistic(config) ? patch : undefined,
  }),
});
