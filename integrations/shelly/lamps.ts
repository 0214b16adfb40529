import type { DomainValues } from 'hearth-integration';
import type { Channel } from './channels.ts';
import { type Call, mainName } from './controls.ts';
import { type Component, flagOf, numberOf, type Part, part, within } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;
type Mode = NonNullable<DomainValues['light']['color_mode']>;

const METHODS: Readonly<Record<string, string>> = { light: 'Light', rgb: 'RGB', rgbw: 'RGBW', cct: 'CCT' };
const MODES: Readonly<Record<string, Mode>> = {
  ...{ light: 'brightness', rgb: 'rgb', rgbw: 'rgbw', cct: 'color_temp' },
};
const COLDEST = 6500;
const WARMEST = 2700;

/** A dimmer or lamp of the second generation or later. */
export function lightPart(channel: Channel, now: Component, call: Call): Part {
  const { key, kind, id, device, config } = channel;
  const mode = MODES[kind] ?? 'brightness';
  const set = (params: object) => call(`${METHODS[kind]}.Set`, { id, ...params });
  const range = config.ct_range;
  const [warmest, coldest] = Array.isArray(range) ? range : [WARMEST, COLDEST];
  const fades = 'transition' in now || 'transition_duration' in config || kind !== 'light';
  return part({
    domain: 'light',
    key,
    channel: device?.key ?? '',
    options: {
      name: mainName(channel),
      features: fades ? ['transition'] : [],
      capabilities: {
        supported_color_modes: [mode],
        ...(mode === 'color_temp'
          ? {
              min_color_temp_kelvin: kelvin(warmest, WARMEST),
              max_color_temp_kelvin: kelvin(coldest, COLDEST),
            }
          : {}),
      },
      turnOn: (fields: Fields) => set({ on: true, ...wishes(fields) }),
      turnOff: (fields: Fields) => set({ on: false, ...fading(fields) }),
    },
    read: (status) => {
      const own = status[key];
      const percent = numberOf(own, 'brightness');
      const color = within({ own }, 'own').rgb;
      const [red = 0, green = 0, blue = 0] = isColor(color) ? color : [];
      return {
        on: flagOf(own, 'output'),
        color_mode: mode,
        brightness: percent === null ? null : Math.min(255, Math.max(1, Math.round((percent * 255) / 100))),
        ...(mode === 'rgb' ? { rgb_color: [red, green, blue] as const } : {}),
        ...(mode === 'rgbw' ? { rgbw_color: [red, green, blue, numberOf(own, 'white') ?? 0] as const } : {}),
        ...(mode === 'color_temp' ? { color_temp_kelvin: numberOf(own, 'ct') } : {}),
      };
    },
  });
}

function wishes(fields: Fields): object {
  const { brightness, rgb_color: rgb, rgbw_color: rgbw, color_temp_kelvin: ct } = fields;
  return {
    ...fading(fields),
    ...(typeof brightness === 'number'
      ? { brightness: Math.max(1, Math.round((brightness * 100) / 255)) }
      : {}),
    ...(Array.isArray(rgb) ? { rgb } : {}),
    ...(Array.isArray(rgbw) ? { rgb: rgbw.slice(0, 3), white: rgbw[3] } : {}),
    ...(typeof ct === 'number' ? { ct } : {}),
  };
}

/** A transition in seconds; devices take at least half a second. */
function fading({ transition }: Fields): object {
  return typeof transition === 'number'
    ? { transition_duration: Math.min(5000, Math.max(0.5, transition)) }
    : {};
}

function isColor(value: unknown): value is number[] {
  return Array.isArray(value) && value.length >= 3 && value.every((one) => typeof one === 'number');
}

function kelvin(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 1000 && value <= 20_000 ? value : otherwise;
}
