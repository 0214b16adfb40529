import { notifyDomain } from '../../../domains/notify/notify.ts';
import { defineComponent } from '../entity/component.ts';
import { commandTopic, flag, template } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

/** Messengers over MQTT. */
export const notifyComponent = defineComponent({
  name: 'notify',
  domain: notifyDomain,
  schema: entityConfig({
    command_topic: commandTopic,
    command_template: template.optional(),
    retain: flag.default(false),
  }),
  describe: () => ({ kind: 'MQTT notify', values: { sent_at: null }, restoresValues: true }),
  readings: () => [],
  command: ({ fields, patch }, { config, render }) => ({
    messages: [{ topic: config.command_topic, payload: render(config.command_template, fields.message) }],
    patch,
  }),
});
