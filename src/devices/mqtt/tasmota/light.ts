import type { RawConfig } from '../discovery-message.ts';
import { at, isThere, reach, within } from './readings.ts';
import { power, relayName, type TasmotaDevice, type Translated } from './relay.ts';

/** Which light of a device, behind which relay; with a channel where each channel is a light of its own. */
interface LightPlace {
  readonly relay: number;
  readonly light: number;
  readonly channel: number | undefined;
}

const HUE = ['HSBColor'];
const WHITE = ['White'];

/** A light with the sides its kind has. */
export function lightConfig(device: TasmotaDevice, { relay, light, channel }: LightPlace): Translated {
  const { announcement, topics, common } = device;
  const { template, keys } = power(device, relay);
  const kind = channel === undefined ? announcement.lt_st : 1;
  const hasColor = kind >= 3;
  const hasTones = kind === 2 || kind === 5;
  const narrow = announcement.so['82'] === 1;
  return {
    key: `light_light_${light}`,
    component: 'light',
    config: {
      ...common,
      ...keys,
      state_value_template: template,
      name: relayName(announcement, relay),
      ...(kind === 0 ? {} : brightness(device, channel)),
      ...(hasTones
        ? {
            color_temp_command_topic: topics.command('CT'),
            color_temp_state_topic: topics.reports,
            color_temp_value_template: at('CT'),
            min_mireds: narrow ? 200 : 153,
            max_mireds: narrow ? 380 : 500,
          }
        : {}),
      ...(hasColor
        ? {
            hs_command_topic: topics.command('Backlog'),
            hs_command_template:
              'NoDelay;HsbColor1 {{ hue | round(0) | int }};NoDelay;HsbColor2 {{ sat | round(0) | int }}',
            hs_state_topic: topics.reports,
            hs_value_template: within(
              `{% if ${isThere(HUE)} %}{{ ${reach(HUE)}.split(',')[0:2] | join(',') }}{% endif %}`,
            ),
          }
        : {}),
      ...(kind === 4 ? { white_command_topic: topics.command('White'), white_scale: 100 } : {}),
      ...(kind >= 4 ? mode(topics.reports, kind === 4 ? 'white' : 'color_temp') : {}),
    },
  };
}

function brightness({ topics }: TasmotaDevice, channel: number | undefined): RawConfig {
  const isOwn = channel !== undefined;
  return {
    brightness_command_topic: topics.command(isOwn ? `Channel${channel + 1}` : 'Dimmer'),
    brightness_state_topic: topics.reports,
    brightness_value_template: isOwn ? at('Channel', channel) : at('Dimmer'),
    brightness_scale: 100,
    // The level alone turns it on; power sent after it would be answered by the level before.
    on_command_type: 'brightness',
  };
}

/** It is white while its white channels shine. */
function mode(reports: string, white: string): Readonly<Record<string, string>> {
  return {
    color_mode_state_topic: reports,
    color_mode_value_template: within(
      `{% if ${isThere(WHITE)} %}{{ '${white}' if ${reach(WHITE)} > 0 else 'hs' }}{% endif %}`,
    ),
  };
}
