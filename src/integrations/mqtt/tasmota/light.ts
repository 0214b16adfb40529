import { roundHalfEven } from '../../../core/rounding.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import { miredOrKelvin } from '../../../domains/light/color-conversions.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { lightDomain } from '../../../domains/light/light.ts';
import { type JsonObject, member } from '../client/payload-json.ts';
import type { ReadingContext } from '../entity/component.ts';
import { lightCommands } from './light-commands.ts';
import { EFFECTS, type LightType, type TasmotaLight } from './light-side.ts';
import { numberAt, powerIn, reportOf } from './reports.ts';
import { onEach, relayName, type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

const MODES: Readonly<Record<LightType, readonly ColorMode[]>> = {
  0: ['onoff'],
  1: ['brightness'],
  2: ['color_temp'],
  3: ['hs'],
  4: ['hs', 'white'],
  5: ['color_temp', 'hs'],
};

/** Lights with a level, white tones or color. */
export const tasmotaLight = tasmotaKind<TasmotaLight>({
  name: 'light',
  domain: lightDomain,
  describe: ({ type, isTuya, mireds: [coldest, warmest] }) => ({
    features: [...(type >= 3 ? ['effect'] : []), ...(type > 0 && !isTuya ? ['transition'] : [])],
    capabilities: {
      supported_color_modes: MODES[type],
      effect_list: EFFECTS,
      min_color_temp_kelvin: miredOrKelvin(warmest),
      max_color_temp_kelvin: miredOrKelvin(coldest),
    },
    values: { on: false, color_mode: MODES[type][0] },
    configured: { color_mode: MODES[type][0] },
  }),
  readings: (side) =>
    onEach(side.topics, (_text, context) => {
      const report = reportOf(context);
      const on = report === null ? undefined : powerIn(report, side);
      return report === null || on === undefined ? null : { on, ...reported(report, side, context) };
    }),
  command: ({ service, fields }, { side, values }) => {
    const on = service === 'turn_on';
    const commands = lightCommands(side, { on, fields, values });
    const payload = commands.map(([name, value]) => `NoDelay;${name} ${value}`).join(';');
    return { messages: [{ topic: side.backlog, payload }] };
  },
});

/** The values of a report besides power. Raw level, color and temperature are kept for fade speeds. */
function reported(report: JsonObject, { type, level }: TasmotaLight, context: ReadingContext): Values {
  if (type === 0) return {};
  const patch: Record<string, unknown> = {};
  const dimmer = numberAt(report, [level.reported]);
  if (dimmer !== undefined) Object.assign(patch, { dimmer, brightness: roundHalfEven((dimmer / 100) * 255) });
  const channels = channelsOf(member(report, 'Color'));
  if (channels !== undefined) patch.channels = channels;
  const hs = hueAndSaturation(member(report, 'HSBColor'));
  if (hs !== undefined) patch.hs_color = hs;
  const mireds = numberAt(report, ['CT']);
  if (mireds !== undefined)
    Object.assign(patch, { mireds, color_temp_kelvin: mireds > 0 ? miredOrKelvin(mireds) : null });
  const scheme = numberAt(report, ['Scheme']);
  if (scheme !== undefined) patch.effect = EFFECTS[scheme] ?? `Scheme ${scheme}`;
  const white = numberAt(report, ['White']);
  if (white !== undefined) patch.white_level = white;
  const isReported = Object.keys(patch).length > 0;
  // It is white while its white channels are on, and before any report about them.
  if (isReported && type >= 4) {
    const shines = (white ?? context.values.white_level) !== 0;
    patch.color_mode = shines ? (type === 4 ? 'white' : 'color_temp') : 'hs';
  }
  return patch;
}

/** Red, green and blue, written in hexadecimal or with commas. */
function channelsOf(color: unknown): readonly number[] | undefined {
  if (typeof color !== 'string' || color.length > 64) return undefined;
  const parts = color.includes(',')
    ? color.split(',').map(Number)
    : (color.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
  const three = parts.slice(0, 3);
  return three.length === 3 && three.every(Number.isFinite) ? three : undefined;
}

function hueAndSaturation(color: unknown): readonly number[] | undefined {
  const parts = typeof color === 'string' ? color.split(',').map(Number) : [];
  const [hue = Number.NaN, saturation = Number.NaN] = parts;
  const isColor = parts.length === 3 && Number.isFinite(hue) && Number.isFinite(saturation);
  return isColor ? [hue, saturation] : undefined;
}

/** The light of a relay. Devices have one light, one for color and one for white, or one per channel. */
export function lightOf(device: TasmotaDevice, i: number): Translated {
  const { announcement, topics, common } = device;
  const { so, lt_st, lk, rl, ty, state } = announcement;
  const place = i - rl.indexOf(2);
  const isChannel = so['68'] === 1;
  const isSplit = !isChannel && lk === 0 && lt_st >= 4;
  const [type, dimmer] = isChannel
    ? [1, `Channel${i + 1}`]
    : !isSplit
      ? [lt_st, 'Dimmer']
      : place === 0
        ? [3, 'Dimmer1']
        : [lt_st === 4 ? 1 : 2, 'Dimmer2'];
  const side: TasmotaLight = {
    type: type as LightType,
    relay: i,
    topics: [topics.result, topics.state],
    backlog: topics.command('Backlog'),
    words: [state[0], state[1]],
    level: { reported: dimmer, command: ty === 1 && dimmer === 'Dimmer' ? 'Dimmer3' : dimmer },
    mireds: so['82'] === 1 ? [200, 380] : [153, 500],
    isTuya: ty === 1,
    needsPower: so['20'] === 1,
    fadesInTime: so['117'] === 1,
  };
  return {
    key: `light_light_${i}`,
    kind: 'light',
    config: { ...common, name: relayName(announcement, i, 'light'), side },
  };
}
