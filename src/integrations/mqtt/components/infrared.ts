import { infraredDomain } from '../../../domains/infrared/infrared.ts';
import { isJsonObject, member, readJson } from '../client/payload-json.ts';
import { componentOfForms, defineComponent, NONE } from '../entity/component.ts';
import { commandTopic, flag, stateTopic, template, word } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

const emitter = defineComponent({
  name: 'infrared',
  domain: infraredDomain,
  schema: entityConfig({
    schema: word(['emitter']),
    command_topic: commandTopic,
    command_template: template.optional(),
    retain: flag.default(false),
  }),
  describe: () => ({
    kind: 'MQTT Infrared',
    deviceClass: 'emitter',
    isNamedByClass: true,
    values: { at: null },
    restoresValues: true,
  }),
  readings: () => [],
});

const receiver = defineComponent({
  name: 'infrared',
  domain: infraredDomain,
  schema: entityConfig({
    schema: word(['receiver']),
    state_topic: stateTopic,
    value_template: template.optional(),
  }),
  describe: () => ({
    kind: 'MQTT Infrared',
    deviceClass: 'receiver',
    isNamedByClass: true,
    values: { at: null },
    restoresValues: true,
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      isMain: true,
      skipsRetained: true,
      read: (text, context) => {
        if (text === '' || text === NONE) return null;
        const json = readJson(text);
        const timings = isJsonObject(json) ? member(json, 'timings') : undefined;
        const isCode = Array.isArray(timings) && timings.length > 0 && timings.every(Number.isInteger);
        return isCode ? { at: context.now } : context.warn('it is no infrared code');
      },
    },
  ],
});

/** Infrared senders and receivers over MQTT. */
export const infraredComponent = componentOfForms({
  name: 'infrared',
  forms: new Map([
    ['emitter', emitter],
    ['receiver', receiver],
  ]),
});
