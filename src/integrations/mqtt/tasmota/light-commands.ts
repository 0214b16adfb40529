import { roundHalfEven } from '../../../core/rounding.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import { miredOrKelvin } from '../../../domains/light/color-conversions.ts';
import { EFFECTS, type TasmotaLight } from './light-side.ts';

/** A requested change of a light, and its current values. */
interface Request {
  readonly on: boolean;
  readonly fields: Values;
  readonly values: Values;
}

type LightCommand = readonly [name: string, value: string | number];

/** Limits of a fade's speed, in half seconds. */
const [FASTEST, SLOWEST] = [1, 40];

/** The commands that bring a light to the requested values, in the order it needs. */
export function lightCommands(side: TasmotaLight, request: Request): LightCommand[] {
  const { fields, on } = request;
  const commands: LightCommand[] = [];
  const { transition, brightness, hs_color: hs, color_temp_kelvin: kelvin, effect, white } = fields;
  if (typeof transition === 'number') {
    commands.push(['Fade2', transition > 0 ? 1 : 0]);
    if (transition > 0) {
      const speed = fadeSpeed(side, request, transition);
      commands.push(['Speed2', Math.min(SLOWEST, Math.max(FASTEST, speed))]);
    }
  }
  const power: LightCommand = [`Power${side.relay + 1}`, side.words[on ? 1 : 0]];
  const hasLevel = typeof brightness === 'number' && side.type > 0;
  commands.push(hasLevel ? [side.level.command, percentOf(brightness)] : power);
  if (isPair(hs)) commands.push(['HsbColor1', roundHalfEven(hs[0])], ['HsbColor2', roundHalfEven(hs[1])]);
  if (typeof kelvin === 'number') commands.push(['CT', miredOrKelvin(kelvin)]);
  const scheme = EFFECTS.indexOf(String(effect));
  if (scheme >= 0) commands.push(['Scheme', scheme]);
  if (typeof white === 'number') commands.push(['White', percentOf(white)]);
  if (side.needsPower && hasLevel) commands.push(power);
  return commands;
}

/** A level of 1 to 255 in percent, never 0. */
function percentOf(level: number): number {
  return Math.max(1, Math.min(100, roundHalfEven((level / 255) * 100)));
}

/** The fade speed (half seconds per full range) at which the largest channel change takes the given time. */
function fadeSpeed(side: TasmotaLight, { on, fields, values }: Request, seconds: number): number {
  if (side.fadesInTime) return roundHalfEven(seconds * 2);
  const level = typeof values.dimmer === 'number' ? values.dimmer : 100;
  const from = values.on === true ? level : 0;
  const to = typeof fields.brightness === 'number' ? percentOf(fields.brightness) : on ? level : 0;
  const ways = channelWays(side, fields, values).map(([now, next]) => Math.abs(now * from - next * to));
  const farthest = ways.length === 0 ? Math.abs(to - from) : Math.max(...ways);
  return farthest === 0 ? 0 : roundHalfEven((seconds * 2) / (farthest / 100));
}

/** Current and target level of each channel, 0 to 1, at full brightness; none for a dimmer. */
function channelWays(
  { type, mireds: [coldest, warmest] }: TasmotaLight,
  fields: Values,
  values: Values,
): (readonly [now: number, next: number])[] {
  const ways: [now: number, next: number][] = [];
  const { channels, mireds } = values;
  if (type >= 3 && Array.isArray(channels)) {
    const next = isPair(fields.hs_color) ? channelsOf(fields.hs_color) : channels;
    for (const [i, channel] of channels.entries()) ways.push([Number(channel) / 255, Number(next[i]) / 255]);
  }
  if (type >= 2 && typeof mireds === 'number' && mireds > 0) {
    const kelvin = fields.color_temp_kelvin;
    const next = typeof kelvin === 'number' ? miredOrKelvin(kelvin) : mireds;
    const share = (tone: number): number => (tone - coldest) / (warmest - coldest);
    ways.push([share(mireds), share(next)]);
  }
  return ways;
}

/** Red, green and blue of a hue and saturation at full level. */
function channelsOf([hue, saturation]: readonly [number, number]): number[] {
  return [5, 3, 1].map((offset) => {
    const sixth = (offset + hue / 60) % 6;
    const lacking = Math.max(0, Math.min(sixth, 4 - sixth, 1));
    return Math.trunc((1 - (saturation / 100) * lacking) * 255);
  });
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2;
}
