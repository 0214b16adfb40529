import { z } from 'zod';
import type { Command } from '../../../domains/definition/define-domain.ts';
import { fanDomain } from '../../../domains/fan/fan.ts';
import { actions, commonFields, template } from '../fields.ts';
import { defineTemplateKind, type TemplateAction, type TemplateKind } from '../template-kind.ts';
import { booleanReading, numberReading, textReading, wordReading } from './readings.ts';

const schema = z.strictObject({
  ...commonFields,
  state: template.optional(),
  percentage: template.optional(),
  preset_mode: template.optional(),
  oscillating: template.optional(),
  direction: template.optional(),
  turn_on: actions,
  turn_off: actions,
  set_percentage: actions.optional(),
  set_preset_mode: actions.optional(),
  set_oscillating: actions.optional(),
  set_direction: actions.optional(),
  speed_count: z.int().min(1).default(100),
  preset_modes: z.array(z.string()).optional(),
});

/** Template fans. */
export const fanKind: TemplateKind = defineTemplateKind<z.infer<typeof schema>>({
  domain: fanDomain,
  schema,
  actionKeys: [
    ...['turn_on', 'turn_off', 'set_percentage', 'set_preset_mode'],
    ...['set_oscillating', 'set_direction'],
  ],
  describe: (config) => ({
    features: [
      ...['turn_on', 'turn_off'],
      ...(has(config.percentage, config.set_percentage) ? ['set_speed'] : []),
      ...(has(config.preset_mode, config.set_preset_mode) ? ['preset_mode'] : []),
      ...(has(config.oscillating, config.set_oscillating) ? ['oscillate'] : []),
      ...(has(config.direction, config.set_direction) ? ['direction'] : []),
    ],
    capabilities: { speed_count: config.speed_count, preset_modes: config.preset_modes ?? null },
    values: { on: config.state === undefined ? false : null },
  }),
  readings: (config) => [
    booleanReading({ key: 'state', template: config.state, reports: 'on', isMain: true }),
    numberReading({ key: 'percentage', template: config.percentage }, [0, 100]),
    textReading({ key: 'preset_mode', template: config.preset_mode }),
    booleanReading({ key: 'oscillating', template: config.oscillating }),
    wordReading({ key: 'direction', template: config.direction }, ['forward', 'reverse']),
  ],
  actions: actionsFor,
});

function has(...ways: readonly unknown[]): boolean {
  return ways.some((one) => one !== undefined);
}

function actionsFor({ service, fields }: Command): TemplateAction[] {
  const { percentage, preset_mode, oscillating, direction } = fields;
  switch (service) {
    case 'turn_on':
      return [
        { key: 'turn_on', variables: { percentage: percentage ?? null, preset_mode: preset_mode ?? null } },
      ];
    case 'turn_off':
      return [{ key: 'turn_off', variables: {} }];
    case 'set_preset_mode':
      return [{ key: 'set_preset_mode', variables: { preset_mode } }];
    case 'oscillate':
      return [{ key: 'set_oscillating', variables: { oscillating } }];
    case 'set_direction':
      return [{ key: 'set_direction', variables: { direction } }];
    default: {
      const own = { key: 'set_percentage', variables: { percentage } };
      if (percentage === 0) return [own, { key: 'turn_off', variables: {} }];
      return [own, { key: 'turn_on', variables: { percentage, preset_mode: null } }];
    }
  }
}
