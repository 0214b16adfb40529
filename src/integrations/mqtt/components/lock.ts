import { z } from 'zod';
import { schemaError } from '../../../core/schema-error.ts';
import { lockDomain } from '../../../domains/lock/lock.ts';
import { isPattern } from '../../../jinja/regex/pattern.ts';
import { defineComponent } from '../entity/component.ts';
import { text } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { isOptimistic, stateAndCommand } from '../schema/state-and-command.ts';
import { mainReading } from './main-reading.ts';

const keys = {
  ...stateAndCommand,
  payload_lock: text.default('LOCK'),
  payload_unlock: text.default('UNLOCK'),
  payload_open: text.optional(),
  payload_reset: text.default('None'),
  state_locked: text.default('LOCKED'),
  state_locking: text.default('LOCKING'),
  state_unlocked: text.default('UNLOCKED'),
  state_unlocking: text.default('UNLOCKING'),
  state_open: text.default('OPEN'),
  state_opening: text.default('OPENING'),
  state_jammed: text.default('JAMMED'),
  code_format: z
    .custom<string>(
      (raw) => typeof raw === 'string' && isPattern(raw),
      schemaError('expects_regular_expression'),
    )
    .optional(),
};
type Config = ConfigOf<typeof keys>;

const STATES = ['jammed', 'locked', 'locking', 'open', 'opening', 'unlocked', 'unlocking'] as const;

/** Door locks over MQTT. */
export const lockComponent = defineComponent<Config>({
  name: 'lock',
  domain: lockDomain,
  schema: entityConfig(keys),
  describe: (config) => ({
    kind: 'MQTT Lock',
    features: config.payload_open === undefined ? [] : ['open'],
    capabilities: { code_format: config.code_format ?? null },
    values: { state: isOptimistic(config) ? 'unlocked' : null },
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    mainReading(config, (payload) => {
      if (payload === '') return null;
      if (payload === config.payload_reset) return { state: null };
      const state = STATES.find((one) => payload === config[`state_${one}`]);
      return state === undefined ? null : { state };
    }),
  ],
  command: ({ service, fields, patch }, { config, render }) => {
    const words = {
      lock: config.payload_lock,
      unlock: config.payload_unlock,
      open: config.payload_open ?? '',
    };
    const word = words[service as keyof typeof words];
    const payload = render(config.command_template, word, { code: fields.code ?? null });
    return {
      messages: [{ topic: config.command_topic, payload }],
      patch: isOptimistic(config) ? patch : undefined,
    };
  },
});
