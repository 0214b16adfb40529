import type { DomainValues } from 'hearth-integration';
import type { Message } from '../protocol/messages.ts';
import { type Fields, kind, type Target } from './kind.ts';

type Info = Message<'ListEntitiesLightResponse'>;
type State = Message<'LightStateResponse'>;
type Command = Message<'LightCommandRequest'>;
type ColorMode = NonNullable<DomainValues['light']['color_mode']>;

/** The abilities whose sum is a color mode. */
const BRIGHTNESS = 2;
const WHITE = 4;
const TEMPERATURE = 8;
const COLD_WARM = 16;
const RGB = 32;

const MODES: ReadonlyMap<number, ColorMode> = new Map([
  ...([
    [1, 'onoff'],
    [2, 'brightness'],
    [3, 'brightness'],
    [7, 'white'],
    [11, 'color_temp'],
    [19, 'color_temp'],
    [35, 'rgb'],
    [39, 'rgbw'],
    [47, 'rgbww'],
    [51, 'rgbww'],
  ] as const),
]);
/** In seconds. */
const FLASH: Readonly<Record<string, number>> = { short: 2, long: 10 };

const mired = (value: number): number => Math.round(1_000_000 / value);
const byte = (part: number): number =>
  Math.min(255, Math.max(0, Math.round((Number.isFinite(part) ? part : 0) * 255)));

function modesOf({ supported_color_modes: given }: Info): ColorMode[] {
  const modes = new Set(given.flatMap((mode) => MODES.get(mode) ?? []));
  if (modes.size > 1) modes.delete('onoff');
  if (modes.size > 1) modes.delete('brightness');
  // White alone is brightness: a light has it only besides colors.
  if (modes.size === 1 && modes.has('white')) return ['brightness'];
  return modes.size === 0 ? ['onoff'] : [...modes];
}

function read(state: State, info: Info): Partial<DomainValues['light']> {
  const mode = MODES.get(state.color_mode) ?? 'onoff';
  const supported = modesOf(info);
  const shown = supported.includes(mode) ? mode : (supported[0] ?? 'onoff');
  const scale = state.color_brightness;
  const rgb = [byte(state.red * scale), byte(state.green * scale), byte(state.blue * scale)] as const;
  const kelvin = state.color_temperature > 0 ? mired(state.color_temperature) : null;
  return {
    ...{ on: state.state, color_mode: shown, brightness: byte(state.brightness) },
    effect: state.effect === '' ? null : state.effect,
    ...(shown === 'rgb' ? { rgb_color: [...rgb] } : {}),
    ...(shown === 'rgbw' ? { rgbw_color: [...rgb, byte(state.white)] } : {}),
    ...(shown === 'rgbww' ? { rgbww_color: [...rgb, ...whites(state, info)] } : {}),
    ...(shown === 'color_temp' ? { color_temp_kelvin: kelvin } : {}),
  };
}

/** Cold and warm white; for lights that only know white and its temperature, the parts of it. */
function whites(state: State, info: Info): [number, number] {
  if ((state.color_mode & COLD_WARM) !== 0) return [byte(state.cold_white), byte(state.warm_white)];
  const { min_mireds: min, max_mireds: max } = info;
  const warm = max > min ? (Math.min(max, Math.max(min, state.color_temperature)) - min) / (max - min) : 0.5;
  const most = Math.max(warm, 1 - warm);
  return [byte((state.white * (1 - warm)) / most), byte((state.white * warm) / most)];
}

/** What a command says, and which abilities it needs. */
interface Wanted {
  readonly values: Partial<Command>;
  readonly needs: number;
}

function colorOf(fields: Fields, info: Info): Wanted | undefined {
  const { rgb_color: rgb, rgbw_color: rgbw, rgbww_color: rgbww, color_temp_kelvin: kelvin, white } = fields;
  const color = rgb ?? rgbw ?? rgbww;
  if (Array.isArray(color)) {
    const parts = color.map((one) => Number(one) / 255);
    const [red = 0, green = 0, blue = 0, first = 0, second = 0] = parts;
    const most = Math.max(red, green, blue);
    const scaled = (part: number): number => part / (most || 1);
    const values = {
      ...{ has_rgb: true, red: scaled(red), green: scaled(green), blue: scaled(blue) },
      ...{ has_color_brightness: true, color_brightness: most },
    };
    if (rgb !== undefined) return { values, needs: RGB };
    if (rgbw !== undefined)
      return { values: { ...values, has_white: true, white: first }, needs: RGB | WHITE };
    return whitesOf(values, { cold: first, warm: second }, info);
  }
  if (typeof kelvin === 'number') {
    const hasTemperature = info.supported_color_modes.some((mode) => (mode & TEMPERATURE) !== 0);
    const values = { has_color_temperature: true, color_temperature: 1_000_000 / kelvin };
    return { values, needs: hasTemperature ? TEMPERATURE : COLD_WARM };
  }
  if (typeof white !== 'number') return undefined;
  // A node multiplies both.
  const values = { has_brightness: true, brightness: white / 255, has_white: true, white: 1 };
  return { values, needs: WHITE };
}

function whitesOf(
  values: Partial<Command>,
  { cold, warm }: { readonly cold: number; readonly warm: number },
  { supported_color_modes: modes, min_mireds: min, max_mireds: max }: Info,
): Wanted {
  if (modes.some((mode) => (mode & COLD_WARM) !== 0 && (mode & RGB) !== 0)) {
    const both = { has_cold_white: true, cold_white: cold, has_warm_white: true, warm_white: warm };
    return { values: { ...values, ...both }, needs: RGB | COLD_WARM };
  }
  const ratio = cold + warm === 0 ? 0.5 : warm / (cold + warm);
  const temperature = { has_color_temperature: true, color_temperature: min + ratio * (max - min) };
  return {
    values: { ...values, has_white: true, white: Math.max(cold, warm), ...temperature },
    needs: RGB | TEMPERATURE | WHITE,
  };
}

function timing({ transition, flash }: Fields): Partial<Command> {
  const seconds = FLASH[String(flash)];
  return {
    ...(typeof transition === 'number'
      ? { has_transition_length: true, transition_length: Math.round(transition * 1000) }
      : {}),
    ...(seconds === undefined ? {} : { has_flash_length: true, flash_length: seconds * 1000 }),
  };
}

function turnOn(target: Target, info: Info, now: State | undefined, fields: Fields): void {
  const { brightness, effect } = fields;
  const color = colorOf(fields, info);
  const dimmed = typeof brightness === 'number';
  const needs = (color?.needs ?? 0) | (dimmed ? BRIGHTNESS : 0);
  const able = info.supported_color_modes.filter((mode) => (mode & needs) === needs);
  const kept = color === undefined && now !== undefined && able.includes(now.color_mode);
  const mode = kept ? now.color_mode : leastOf(able);
  target.send('LightCommandRequest', {
    ...{ has_state: true, state: true, ...timing(fields), ...color?.values },
    ...(dimmed ? { has_brightness: true, brightness: brightness / 255 } : {}),
    ...(typeof effect === 'string' ? { has_effect: true, effect } : {}),
    ...(mode === undefined ? {} : { has_color_mode: true, color_mode: mode }),
  });
}

/** The mode with the fewest abilities. */
function leastOf(modes: readonly number[]): number | undefined {
  const count = (mode: number): number => mode.toString(2).replaceAll('0', '').length;
  return [...modes].sort((one, other) => count(one) - count(other) || one - other)[0];
}

/** Lights of all color modes. */
export const lightKind = kind({
  type: 'light',
  domain: 'light',
  listed: 'ListEntitiesLightResponse',
  state: 'LightStateResponse',
  unknown: { on: null },
  describe: (info) => ({
    features: [
      'flash',
      ...(info.supported_color_modes.some((mode) => mode > 1) ? ['transition'] : []),
      ...(info.effects.length > 0 ? ['effect'] : []),
    ],
    capabilities: {
      supported_color_modes: modesOf(info),
      ...(info.effects.length > 0 ? { effect_list: info.effects } : {}),
      ...(info.max_mireds > 0 && info.min_mireds > 0
        ? { min_color_temp_kelvin: mired(info.max_mireds), max_color_temp_kelvin: mired(info.min_mireds) }
        : {}),
    },
  }),
  read,
  commands: ({ target, info, now }) => ({
    turnOn: (fields) => turnOn(target, info, now(), fields),
    turnOff: (fields) =>
      target.send('LightCommandRequest', { has_state: true, state: false, ...timing(fields) }),
  }),
});
