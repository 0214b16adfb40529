import type { DomainValues } from 'hearth-integration';
import { type Endpoint, hasFeature, isOneOf, numberIn } from './endpoint.ts';
import { type Part, type PartMaker, part, tenths } from './part.ts';

type LightValues = DomainValues['light'];
type ColorMode = NonNullable<LightValues['color_mode']>;
type Fields = Readonly<Record<string, unknown>>;

/** On/off, dimmable, color temperature and extended color lights, dimmable plugs and mounted dimmers. */
export const LIGHT_TYPES: ReadonlySet<number> = new Set([0x100, 0x101, 0x10b, 0x10c, 0x10d, 0x110]);
const DIMMABLE_TYPES: ReadonlySet<number> = new Set([0x101, 0x10b, 0x10c, 0x10d, 0x110]);
const HIGHEST_LEVEL = 254;
const EVEN_WHEN_OFF = { optionsMask: { executeIfOff: true }, optionsOverride: { executeIfOff: true } };
const AS_IT_IS = { optionsMask: {}, optionsOverride: {} };
const MODES = [
  ['hueSaturation', 'hs'],
  ['xy', 'xy'],
  ['colorTemperature', 'color_temp'],
] as const satisfies readonly (readonly [string, ColorMode])[];
const SHOWN_MODES: readonly ColorMode[] = ['hs', 'xy', 'color_temp'];

/** The light of an endpoint. */
export const lights: PartMaker = (endpoint) => {
  if (!isOneOf(endpoint, LIGHT_TYPES) || endpoint.state('onOff')?.onOff === undefined) return [];
  return [lightOf(endpoint)];
};

function lightOf(endpoint: Endpoint): Part {
  return part({
    domain: 'light',
    key: 'MatterLight-6-0',
    options: {
      features: modesOf(endpoint).includes('onoff') ? [] : ['transition'],
      capabilities: { supported_color_modes: modesOf(endpoint), ...kelvinRange(endpoint) },
      turnOn: (fields) => turnOn(endpoint, fields),
      turnOff: (fields) => turnOff(endpoint, fields),
    },
    read: () => valuesOf(endpoint),
  });
}

/** The color modes of a light: by its features, whatever type it claims to be. */
function modesOf(endpoint: Endpoint): ColorMode[] {
  const color = endpoint.state('colorControl');
  const modes: ColorMode[] = MODES.flatMap(([feature, mode]) => (hasFeature(color, feature) ? [mode] : []));
  if (modes.length > 0) return modes;
  const isDimmable = isOneOf(endpoint, DIMMABLE_TYPES) && endpoint.state('levelControl') !== undefined;
  return [isDimmable ? 'brightness' : 'onoff'];
}

function kelvinRange(endpoint: Endpoint): Fields {
  const color = endpoint.state('colorControl');
  if (!hasFeature(color, 'colorTemperature')) return {};
  const coolest = numberIn(color, 'colorTempPhysicalMinMireds') || 153;
  const warmest = numberIn(color, 'colorTempPhysicalMaxMireds') || 500;
  return { min_color_temp_kelvin: kelvinOf(warmest), max_color_temp_kelvin: kelvinOf(coolest) };
}

function valuesOf(endpoint: Endpoint): Partial<LightValues> {
  const level = numberIn(endpoint.state('levelControl'), 'currentLevel');
  const { onOff } = endpoint.state('onOff') ?? {};
  const modes = modesOf(endpoint);
  return {
    on: typeof onOff === 'boolean' ? onOff : null,
    color_mode: shownMode(endpoint, modes),
    ...(level === null || modes.includes('onoff') ? {} : { brightness: brightnessOf(endpoint, level) }),
    ...colorOf(endpoint),
  };
}

function shownMode(endpoint: Endpoint, modes: readonly ColorMode[]): ColorMode {
  const mode = SHOWN_MODES[numberIn(endpoint.state('colorControl'), 'colorMode') ?? -1];
  return mode !== undefined && modes.includes(mode) ? mode : (modes[0] ?? 'onoff');
}

function colorOf(endpoint: Endpoint): Partial<LightValues> {
  const color = endpoint.state('colorControl');
  const read = (attribute: string): number => numberIn(color, attribute) ?? 0;
  switch (SHOWN_MODES[numberIn(color, 'colorMode') ?? -1]) {
    case 'hs': {
      const [hue, saturation] = [read('currentHue') * 360, read('currentSaturation') * 100];
      return { hs_color: [hue / HIGHEST_LEVEL, saturation / HIGHEST_LEVEL] };
    }
    case 'xy':
      return { xy_color: [read('currentX') / 65_535, read('currentY') / 65_535] };
    case 'color_temp': {
      const mireds = read('colorTemperatureMireds');
      return mireds > 0 ? { color_temp_kelvin: kelvinOf(mireds) } : {};
    }
    default:
      return {};
  }
}

async function turnOn(endpoint: Endpoint, fields: Fields): Promise<void> {
  const transitionTime = tenths(fields.transition);
  const { brightness, hs_color: hs, xy_color: xy, color_temp_kelvin: kelvin } = fields;
  const color = { transitionTime, ...EVEN_WHEN_OFF };
  const recolor = (command: string, values: object): Promise<unknown> =>
    endpoint.invoke('colorControl', command, { ...values, ...color });
  if (Array.isArray(hs))
    await recolor('moveToHueAndSaturation', {
      hue: scaled(hs[0], 360, HIGHEST_LEVEL),
      saturation: scaled(hs[1], 100, HIGHEST_LEVEL),
    });
  else if (Array.isArray(xy))
    await recolor('moveToColor', { colorX: scaled(xy[0], 1, 65_279), colorY: scaled(xy[1], 1, 65_279) });
  else if (typeof kelvin === 'number' && kelvin > 0)
    await recolor('moveToColorTemperature', { colorTemperatureMireds: Math.round(1_000_000 / kelvin) });
  if (typeof brightness === 'number')
    await endpoint.invoke('levelControl', 'moveToLevelWithOnOff', {
      ...{ level: levelOf(endpoint, brightness), transitionTime, ...AS_IT_IS },
    });
  else await endpoint.invoke('onOff', 'on');
}

/** Some lights turn off in one step only: a transition goes to the lowest level first. */
async function turnOff(endpoint: Endpoint, { transition }: Fields): Promise<void> {
  if (typeof transition === 'number' && endpoint.state('levelControl') !== undefined) {
    const lowest = { level: range(endpoint).min, transitionTime: tenths(transition), ...AS_IT_IS };
    await endpoint.invoke('levelControl', 'moveToLevelWithOnOff', lowest);
  } else await endpoint.invoke('onOff', 'off');
}

function range(endpoint: Endpoint): { readonly min: number; readonly max: number } {
  const level = endpoint.state('levelControl');
  const min = numberIn(level, 'minLevel') || 1;
  const max = numberIn(level, 'maxLevel') || HIGHEST_LEVEL;
  return max > min ? { min, max } : { min: 1, max: HIGHEST_LEVEL };
}

function brightnessOf(endpoint: Endpoint, level: number): number {
  const { min, max } = range(endpoint);
  return Math.max(1, Math.min(255, Math.round(((level - min) / (max - min)) * 255)));
}

function levelOf(endpoint: Endpoint, brightness: number): number {
  const { min, max } = range(endpoint);
  return Math.max(min, Math.min(max, Math.round(min + (brightness / 255) * (max - min))));
}

function scaled(value: unknown, from: number, to: number): number {
  return Math.max(0, Math.min(to, Math.round((Number(value) / from) * to)));
}

const kelvinOf = (mireds: number): number => Math.round(1_000_000 / mireds);
