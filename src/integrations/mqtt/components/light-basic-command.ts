import type { Values } from '../../../domains/definition/define-domain.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import type { CommandContext, Outcome, OutcomeMessage } from '../entity/component.ts';
import { floatText } from '../schema/config-values.ts';
import { type BasicConfig, isOptimistic } from './light-basic-schema.ts';
import { asFloat, scaled, whiteValue } from './light-values.ts';

const CHANNELS = {
  rgb: ['red', 'green', 'blue'],
  rgbw: ['red', 'green', 'blue', 'white'],
  rgbww: ['red', 'green', 'blue', 'cold_white', 'warm_white'],
} as const;
type ChannelMode = keyof typeof CHANNELS;

const PAIRS = { hs: ['hue', 'sat'], xy: ['x', 'y'] } as const;

/** Off is one message, whatever the light can do. */
export function basicTurnOff(config: BasicConfig): Outcome {
  return {
    messages: [{ topic: config.command_topic, payload: config.payload_off }],
    patch: isOptimistic(config, 'state') ? { on: false } : undefined,
  };
}

/** The messages of `turn_on` in the order devices expect, and the optimistic values. */
export function basicTurnOn(fields: Values, context: CommandContext<BasicConfig>): Outcome {
  return new TurningOn(fields, context).outcome();
}

class TurningOn {
  private readonly fields: Values;
  private readonly context: CommandContext<BasicConfig>;
  private readonly messages: OutcomeMessage[] = [];
  private readonly patch: Record<string, unknown> = {};

  constructor(fields: Values, context: CommandContext<BasicConfig>) {
    const last = context.values.brightness || 255;
    const needsLevel = context.config.on_command_type === 'brightness' && fields.white === undefined;
    this.fields = needsLevel ? { brightness: last, ...fields } : fields;
    this.context = context;
  }

  outcome(): Outcome {
    const { config } = this.context;
    const on = { topic: config.command_topic, payload: config.payload_on };
    if (config.on_command_type === 'first') this.messages.push(on);
    this.pair('hs');
    for (const mode of ['rgb', 'rgbw', 'rgbww'] as const) this.color(mode);
    this.pair('xy');
    this.brightness();
    this.rest();
    if (config.on_command_type === 'last') this.messages.push(on);
    if (isOptimistic(config, 'state')) this.patch.on = true;
    return { messages: this.messages, patch: Object.keys(this.patch).length > 0 ? this.patch : undefined };
  }

  private pair(mode: 'hs' | 'xy'): void {
    const { config, render } = this.context;
    const value = this.fields[`${mode}_color`] as readonly [number, number] | undefined;
    const topic = config[`${mode}_command_topic`];
    if (value === undefined || topic === undefined) return;
    const [first, second] = PAIRS[mode];
    const variables = { [first]: asFloat(value[0]), [second]: asFloat(value[1]) };
    const text = `${floatText(value[0])},${floatText(value[1])}`;
    this.messages.push({ topic, payload: render(config[`${mode}_command_template`], text, variables) });
    this.reached(mode, { [`${mode}_color`]: value }, mode);
  }

  private color(mode: ChannelMode): void {
    const value = this.fields[`${mode}_color`] as readonly number[] | undefined;
    const { config, values } = this.context;
    if (value === undefined || config[`${mode}_command_topic`] === undefined) return;
    const level =
      config.brightness_command_topic === undefined
        ? Number(this.fields.brightness || values.brightness || 255)
        : 255;
    this.sendChannels(mode, value, level);
    this.reached(mode, { [`${mode}_color`]: value }, mode);
  }

  private sendChannels(mode: ChannelMode, color: readonly number[], level: number): void {
    const { config, render } = this.context;
    const topic = config[`${mode}_command_topic`];
    if (topic === undefined) return;
    const parts = color.map((part) => Math.trunc((part * level) / 255));
    const variables = Object.fromEntries(CHANNELS[mode].map((name, i) => [name, parts[i]]));
    this.messages.push({
      topic,
      payload: render(config[`${mode}_command_template`], parts.join(','), variables),
    });
  }

  /** Sets the brightness by its own topic or, without one, by scaling the last color. */
  private brightness(): void {
    const { config, values, render } = this.context;
    const level = this.fields.brightness;
    if (typeof level !== 'number') return;
    if (config.brightness_command_topic !== undefined) {
      const payload = render(config.brightness_command_template, scaled(level, config.brightness_scale));
      this.messages.push({ topic: config.brightness_command_topic, payload });
      this.reached('brightness', { brightness: level });
      return;
    }
    for (const mode of ['rgb', 'rgbw', 'rgbww'] as const) {
      if (config[`${mode}_command_topic`] === undefined || this.fields[`${mode}_color`] !== undefined)
        continue;
      const white = CHANNELS[mode].map(() => 255);
      this.sendChannels(
        mode,
        (values[`${mode}_color`] as readonly number[] | null | undefined) ?? white,
        level,
      );
      this.reached('brightness', { brightness: level });
      return;
    }
  }

  private rest(): void {
    const { config, render } = this.context;
    const { color_temp_kelvin: kelvin, effect, white } = this.fields;
    if (typeof kelvin === 'number' && config.color_temp_command_topic !== undefined) {
      const payload = render(config.color_temp_command_template, whiteValue(kelvin, config));
      this.messages.push({ topic: config.color_temp_command_topic, payload });
      this.reached('color_temp', { color_temp_kelvin: kelvin }, 'color_temp');
    }
    const isKnown = typeof effect === 'string' && config.effect_list?.includes(effect) === true;
    if (isKnown && config.effect_command_topic !== undefined) {
      const payload = render(config.effect_command_template, effect);
      this.messages.push({ topic: config.effect_command_topic, payload });
      this.reached('effect', { effect });
    }
    if (typeof white === 'number' && config.white_command_topic !== undefined) {
      this.messages.push({
        topic: config.white_command_topic,
        payload: String(scaled(white, config.white_scale)),
      });
      this.reached('brightness', { brightness: white }, 'white');
    }
  }

  private reached(side: Parameters<typeof isOptimistic>[1], values: Values, mode?: ColorMode): void {
    const { config } = this.context;
    if (!isOptimistic(config, side)) return;
    Object.assign(this.patch, values);
    const decidesMode = config.optimistic || config.color_mode_state_topic === undefined;
    if (mode !== undefined && decidesMode) this.patch.color_mode = mode;
  }
}
