import { textDomain } from '../../../domains/text/text.ts';
import { beginsLike } from '../../../jinja/regex/pattern.ts';
import { defineComponent } from '../entity/component.ts';
import { integer, pattern, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic, stateAndCommand } from '../schema/state-and-command.ts';
import { mainReading } from './main-reading.ts';

const MAX_LENGTH = 255;

const keys = {
  ...stateAndCommand,
  min: integer({ min: 0, max: MAX_LENGTH }).default(0),
  max: integer({ min: 0, max: MAX_LENGTH }).default(MAX_LENGTH),
  mode: word(['text', 'password'], 'exact').default('text'),
  pattern: pattern.optional(),
};

function isFit(text: string, { min, max, pattern: form }: ConfigOf<typeof keys>): boolean {
  const length = [...text].length;
  return length >= min && length <= max && (form === undefined || beginsLike(form, text));
}

/** Texts over MQTT. A text that the entity could not be set to is not shown. */
export const textComponent = defineComponent({
  name: 'text',
  domain: textDomain,
  schema: entityConfig(keys, ({ min, max }) => (min > max ? 'min is at most max' : undefined)),
  describe: (config) => ({
    kind: 'MQTT Text',
    capabilities: { min: config.min, max: config.max, mode: config.mode, pattern: config.pattern ?? null },
    values: { value: null },
    assumedState: isOptimistic(config),
    blockedAttributes: ['max', 'min', 'mode', 'pattern'],
  }),
  readings: (config) => [
    mainReading(config, (text, context) =>
      isFit(text, config) ? { value: text } : context.warn('it does not fit'),
    ),
  ],
  command: ({ fields, patch }, { config, render }) => ({
    messages: [{ topic: config.command_topic, payload: render(config.command_template, fields.value) }],
    patch: isOptimistic(config) ? patch : undefined,
  }),
});
