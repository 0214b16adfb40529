import { alarmControlPanelDomain } from '../../../domains/alarm-control-panel/alarm-control-panel.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { type CommandContext, defineComponent, NONE, type Outcome } from '../entity/component.ts';
import { commandTopic, flag, stateTopic, template, text, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { codeFormat, isRightCode } from './alarm-code.ts';
import { mainReading } from './main-reading.ts';

const FEATURES = [
  'arm_home',
  'arm_away',
  'arm_night',
  'arm_vacation',
  'arm_custom_bypass',
  'trigger',
] as const;

const keys = {
  state_topic: stateTopic,
  value_template: template.optional(),
  command_topic: commandTopic,
  command_template: template.optional(),
  supported_features: word(FEATURES, 'exact')
    .array()
    .default([...FEATURES]),
  code: text.optional(),
  code_arm_required: flag.default(true),
  code_disarm_required: flag.default(true),
  code_trigger_required: flag.default(true),
  payload_arm_home: text.default('ARM_HOME'),
  payload_arm_away: text.default('ARM_AWAY'),
  payload_arm_night: text.default('ARM_NIGHT'),
  payload_arm_vacation: text.default('ARM_VACATION'),
  payload_arm_custom_bypass: text.default('ARM_CUSTOM_BYPASS'),
  payload_disarm: text.default('DISARM'),
  payload_trigger: text.default('TRIGGER'),
  retain: flag.default(false),
};
type Config = ConfigOf<typeof keys>;

/** Alarm panels over MQTT. */
export const alarmControlPanelComponent = defineComponent<Config>({
  name: 'alarm_control_panel',
  domain: alarmControlPanelDomain,
  schema: entityConfig(keys),
  describe: (config) => ({
    kind: 'MQTT Alarm',
    features: config.supported_features,
    capabilities: { code_format: codeFormat(config.code), code_arm_required: config.code_arm_required },
    values: { state: null },
  }),
  readings: (config) => [
    mainReading(config, (text, context) => {
      if (text === NONE) return { state: null };
      const isKnown = (alarmControlPanelDomain.states as readonly string[]).includes(text);
      return isKnown ? { state: text } : context.warn('it is none of the states');
    }),
  ],
  command,
});

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const action = service.replace('alarm_', '');
  const code = typeof fields.code === 'string' ? fields.code : null;
  const kind = action === 'disarm' || action === 'trigger' ? action : 'arm';
  if (config[`code_${kind}_required`] && !isRightCode(code, config.code)) return { messages: [] };
  const payload = config[`payload_${action}` as 'payload_disarm'];
  return {
    messages: [
      {
        topic: config.command_topic,
        // Its template receives the action and the code, and no value.
        payload:
          config.command_template === undefined
            ? payload
            : render(config.command_template, null, { action: payload, code }),
      },
    ],
  };
}
