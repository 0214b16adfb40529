import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { sirenDomain } from '../../../domains/siren/siren.ts';
import { isJsonObject, type JsonObject, member, readJson } from '../client/payload-json.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type ReadingContext,
} from '../entity/component.ts';
import {
  commandTopic,
  flag,
  numberOf,
  pythonText,
  stateTopic,
  template,
  text,
  textList,
} from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, isOptimistic, onOffPayloads } from '../schema/state-and-command.ts';
import { asFloat } from './light-values.ts';

const keys = {
  command_topic: commandTopic,
  command_template: template.optional(),
  command_off_template: template.optional(),
  state_topic: stateTopic.optional(),
  state_value_template: template.optional(),
  ...onOffPayloads,
  state_on: text.optional(),
  state_off: text.optional(),
  available_tones: textList.optional(),
  support_duration: flag.default(true),
  support_volume_set: flag.default(true),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

const SOUND = { tone: 'tones', volume_level: 'volume_set', duration: 'duration' } as const;
const SIDES = ['tone', 'volume_level', 'duration'] as const;

function featuresOf(config: Config): string[] {
  return [
    'turn_on',
    'turn_off',
    ...(config.available_tones === undefined || config.available_tones.length === 0 ? [] : ['tones']),
    ...(config.support_volume_set ? ['volume_set'] : []),
    ...(config.support_duration ? ['duration'] : []),
  ];
}

/** Sirens over MQTT. */
export const sirenComponent = defineComponent<Config>({
  name: 'siren',
  domain: sirenDomain,
  schema: entityConfig(keys),
  describe: (config) => {
    const features = featuresOf(config);
    return {
      kind: 'MQTT Siren',
      features,
      capabilities: config.available_tones === undefined ? {} : { available_tones: config.available_tones },
      values: { on: isOptimistic(config) ? false : null },
      attributes: (values) =>
        Object.fromEntries(
          SIDES.filter((side) => features.includes(SOUND[side])).map((side) => [side, values[side] ?? null]),
        ),
      assumedState: isOptimistic(config),
      blockedAttributes: ['available_tones', 'duration', 'tone', 'volume_level'],
    };
  },
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.state_value_template,
      isMain: true,
      read: (payload, context) => (payload === '' ? null : readState(payload, config, context)),
    },
  ],
  command,
});

function readState(payload: string, config: Config, context: ReadingContext): Values | null {
  const json = readJson(payload);
  if (!isJsonObject(json)) return readWord(payload, config, context);
  const tone = member(json, 'tone');
  const isNoTone = tone !== undefined && config.available_tones?.includes(pythonText(tone) ?? '') === false;
  if (isNoTone) return context.warn('its tone is none the siren has');
  const state = pythonText(member(json, 'state'));
  const word = state === undefined ? {} : (readWord(state, config, context) ?? {});
  const sound = readSound(json, config);
  if (sound === undefined) context.warn('its sound is none a siren makes');
  return { ...word, ...sound };
}

function readWord(word: string, config: Config, context: ReadingContext): Values | null {
  if (word === (config.state_on ?? config.payload_on)) return { on: true };
  if (word === (config.state_off ?? config.payload_off)) return { on: false };
  return word === NONE ? { on: null } : context.warn('it is neither on nor off');
}

/** The supported sound values of a report; undefined when any of them is invalid. */
function readSound(json: JsonObject, config: Config): Values | undefined {
  const { state: _state, tone, volume_level: volume, duration, ...rest } = json;
  if (Object.keys(rest).length > 0) return undefined;
  const sound: Record<string, unknown> = {};
  if (tone !== undefined && config.available_tones !== undefined) sound.tone = tone;
  if (volume !== undefined && config.support_volume_set) {
    const level = numberOf(volume);
    if (level === undefined || level < 0 || level > 1) return undefined;
    sound.volume_level = level;
  }
  if (duration !== undefined && config.support_duration) {
    const seconds = numberOf(duration);
    if (seconds === undefined || seconds < 0) return undefined;
    sound.duration = Math.trunc(seconds);
  }
  return sound;
}

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const on = service === 'turn_on';
  const state = on ? config.payload_on : config.payload_off;
  const offTemplate = config.command_off_template ?? config.command_template;
  const chosen = on ? config.command_template : offTemplate;
  const sound = on ? fields : {};
  const payload =
    chosen === undefined
      ? JSON.stringify({ state, ...sound })
      : render(chosen, state, { state, ...floats(sound) });
  const isSilent = payload === '' || payload === NONE;
  return {
    messages: isSilent ? [] : [{ topic: config.command_topic, payload }],
    patch: isOptimistic(config) ? { on, ...sound } : undefined,
  };
}

function floats({ volume_level: volume, ...rest }: Values): Values {
  return typeof volume === 'number' ? { ...rest, volume_level: asFloat(volume) } : rest;
}
