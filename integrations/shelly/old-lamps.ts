import type { DomainValues } from 'hearth-integration';
import { listOf, type OldContext } from './old-parts.ts';
import { type Component, flagOf, numberOf, type Part, part, textOf } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;
type Mode = NonNullable<DomainValues['light']['color_mode']>;

/** Types that show colors, with the range of their white light. */
const COLORFUL = new Set(['SHBLB-1', 'SHCB-1', 'SHRGBW2', 'SHRGBWW-01']);
const WHITES = new Set(['SHBDUO-1', 'SHBDUO', 'SHBLB-1', 'SHCB-1']);
const COLDEST = 6500;

/** The lights of a device of the first generation. */
export function oldLightParts(context: OldContext, now: Component): Part[] {
  return listOf(now, 'lights').map((light, at, all) => lightPart(context, light, at, all.length));
}

function lightPart({ client, settings }: OldContext, now: Component, at: number, count: number): Part {
  const type = textOf(settings.device, 'type') ?? '';
  const mode = textOf(settings, 'mode');
  const isStrip = type === 'SHRGBW2' || type === 'SHRGBWW-01';
  const isColorful = COLORFUL.has(type) && (!isStrip || mode === 'color');
  const hasWhite = WHITES.has(type);
  const modes: Mode[] = [
    ...(isColorful ? [isStrip ? ('rgbw' as const) : ('rgb' as const)] : []),
    ...(hasWhite ? ['color_temp' as const] : []),
  ];
  const path = isStrip ? `/${mode === 'color' ? 'color' : 'white'}/${at}` : `/light/${at}`;
  const warmest = isColorful ? 3000 : 2700;
  const name = textOf(listOf(settings, 'lights')[at], 'name');
  return part({
    domain: 'light',
    key: `light_${at}`,
    channel: count > 1 ? `light_${at}` : '',
    options: {
      name: count > 1 ? null : name,
      features: 'transition' in now ? ['transition'] : [],
      capabilities: {
        supported_color_modes: modes.length > 0 ? modes : ['brightness'],
        ...(hasWhite ? { min_color_temp_kelvin: warmest, max_color_temp_kelvin: COLDEST } : {}),
      },
      turnOn: (fields: Fields) => client.act(path, { turn: 'on', ...wishes(fields, isStrip, isColorful) }),
      turnOff: (fields: Fields) => client.act(path, { turn: 'off', ...fading(fields) }),
    },
    read: (status) => {
      const own = listOf(status, 'lights')[at];
      const isWhite = !isColorful || textOf(own, 'mode') === 'white';
      const shown: Mode =
        modes.length === 0 ? 'brightness' : isWhite && hasWhite ? 'color_temp' : (modes[0] ?? 'rgb');
      const percent = numberOf(own, isColorful && !isWhite ? 'gain' : 'brightness');
      const [red = 0, green = 0, blue = 0, white = 0] = ['red', 'green', 'blue', 'white'].map(
        (color) => numberOf(own, color) ?? 0,
      );
      return {
        on: flagOf(own, 'ison'),
        color_mode: shown,
        brightness: percent === null ? null : Math.min(255, Math.max(1, Math.round((percent * 255) / 100))),
        ...(shown === 'rgb' ? { rgb_color: [red, green, blue] as const } : {}),
        ...(shown === 'rgbw' ? { rgbw_color: [red, green, blue, white] as const } : {}),
        ...(shown === 'color_temp' ? { color_temp_kelvin: numberOf(own, 'temp') } : {}),
      };
    },
  });
}

function wishes(fields: Fields, isStrip: boolean, isColorful: boolean): Record<string, string | number> {
  const { brightness, rgb_color: rgb, rgbw_color: rgbw, color_temp_kelvin: kelvin } = fields;
  const color = Array.isArray(rgb) ? rgb : Array.isArray(rgbw) ? rgbw : undefined;
  const percent =
    typeof brightness === 'number' ? Math.max(1, Math.round((brightness * 100) / 255)) : undefined;
  const [red = 0, green = 0, blue = 0, white] = (color ?? []) as number[];
  return {
    ...fading(fields),
    // A bulb dims its colors by the gain and its white by the brightness.
    ...(percent === undefined
      ? {}
      : isColorful
        ? { gain: percent, brightness: percent }
        : { brightness: percent }),
    ...(color === undefined ? {} : { red, green, blue, ...(white === undefined ? {} : { white }) }),
    ...(color === undefined || isStrip ? {} : { mode: 'color' }),
    ...(typeof kelvin === 'number' ? { temp: kelvin, ...(isColorful ? { mode: 'white' } : {}) } : {}),
  };
}

/** A transition in milliseconds; devices take at most five seconds. */
function fading({ transition }: Fields): Record<string, number> {
  return typeof transition === 'number' ? { transition: Math.min(5000, Math.round(transition * 1000)) } : {};
}
