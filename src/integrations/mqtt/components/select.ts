import { selectDomain } from '../../../domains/select/select.ts';
import { defineComponent } from '../entity/component.ts';
import { textList } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic, stateAndCommand } from '../schema/state-and-command.ts';
import { mainReading } from './main-reading.ts';

const keys = {
  ...stateAndCommand,
  options: textList,
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
    mainReading(config, (text, context) => {
      if (text === '') return null;
      if (text.toLowerCase() === 'none') return { option: null };
      return config.options.includes(text) ? { option: text } : context.warn('it is none of the options');
    }),
  ],
  command: ({ fields, patch }, { config, render }) => ({
    messages: [{ topic: config.command_topic, payload: render(config.command_template, fields.option) }],
    patch: isOptimistic(config) ? patch : undefined,
  }),
});
