import type { DomainValues } from 'hearth-integration';
import type { Segment, Snapshot } from './client.ts';

type LightValues = DomainValues['light'];
type ColorMode = NonNullable<LightValues['color_mode']>;

/** What a segment can do, by the bits of `seglc`: 1 color, 2 white channel, 4 color temperature. */
const MODES: readonly (readonly ColorMode[])[] = [
  ['onoff'],
  ['rgb'],
  ['brightness'],
  ['rgbw'],
  ['color_temp'],
  ['rgbww'],
  ['color_temp'],
  ['color_temp', 'rgbw'],
];
const MIN_KELVIN = 2000;
const MAX_KELVIN = 6535;

/** The color modes of a segment. */
export function colorModes({ info }: Snapshot, id: number): readonly ColorMode[] {
  const bits = info.leds.seglc[id] ?? info.leds.lc ?? 1;
  return MODES[bits & 7] ?? ['rgb'];
}

/** The capabilities of a segment's light. */
export function lightCapabilities(now: Snapshot, id: number): Record<string, unknown> {
  const modes = colorModes(now, id);
  return {
    supported_color_modes: modes,
    effect_list: effects(now),
    ...(modes.includes('color_temp')
      ? { min_color_temp_kelvin: MIN_KELVIN, max_color_temp_kelvin: MAX_KELVIN }
      : {}),
  };
}

/** What a segment shows; `isAlone` if it is the whole light. */
export function lightValues(now: Snapshot, segment: Segment, isAlone: boolean): Partial<LightValues> {
  const { on, bri } = now.state;
  const [mode = 'rgb'] = colorModes(now, segment.id);
  const [r = 0, g = 0, b = 0, w = 0, cold = 0] = segment.col[0] ?? [];
  const brightness = isAlone ? Math.round((bri * segment.bri) / 255) : segment.bri;
  return {
    on: on && segment.on,
    color_mode: mode,
    brightness: Math.max(1, brightness),
    effect: now.effects[segment.fx] ?? null,
    ...(mode === 'rgb' ? { rgb_color: [r, g, b] } : {}),
    ...(mode === 'rgbw' ? { rgbw_color: [r, g, b, w] } : {}),
    ...(mode === 'rgbww' ? { rgbww_color: [r, g, b, cold, w] } : {}),
    ...(mode === 'color_temp' ? { color_temp_kelvin: kelvinOf(segment.cct ?? 127) } : {}),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The message that carries out `light.turn_on` for a segment. */
export function turnOnMessage(now: Snapshot, id: number, fields: Fields, isAlone: boolean): object {
  const { brightness } = fields;
  const dimmed = typeof brightness === 'number';
  const segment = {
    ...{ id, on: true },
    ...colorOf(fields),
    ...effectOf(now, fields),
    ...(dimmed ? { bri: isAlone ? 255 : brightness } : {}),
  };
  return {
    on: true,
    ...transition(fields),
    ...(dimmed && isAlone ? { bri: brightness } : {}),
    seg: [segment],
  };
}

/** The message that carries out `light.turn_off` for a segment. */
export function turnOffMessage(id: number, fields: Fields, isAlone: boolean): object {
  return { ...transition(fields), ...(isAlone ? { on: false } : { seg: [{ id, on: false }] }) };
}

/** A transition in tenths of a second. */
export function transition({ transition: seconds }: Fields): object {
  return typeof seconds === 'number' ? { tt: Math.min(65_535, Math.round(seconds * 10)) } : {};
}

function colorOf(fields: Fields): object {
  const { rgb_color: rgb, rgbw_color: rgbw, rgbww_color: rgbww, color_temp_kelvin: kelvin } = fields;
  const color = rgb ?? rgbw ?? rgbww;
  if (typeof kelvin === 'number') return { cct: cctOf(kelvin) };
  return Array.isArray(color) ? { col: [color] } : {};
}

function effectOf(now: Snapshot, { effect }: Fields): object {
  const number = typeof effect === 'string' ? now.effects.indexOf(effect) : -1;
  return number < 0 ? {} : { fx: number };
}

/** Numbers of effects that are reserved have no names. */
function effects({ effects: names }: Snapshot): string[] {
  return names.filter((name) => name !== 'RSVD' && name !== '-');
}

const kelvinOf = (cct: number): number =>
  cct > 255 ? cct : Math.round(MIN_KELVIN + (cct / 255) * (MAX_KELVIN - MIN_KELVIN));
const cctOf = (kelvin: number): number =>
  Math.max(0, Math.min(255, Math.round(((kelvin - MIN_KELVIN) / (MAX_KELVIN - MIN_KELVIN)) * 255)));
