import { html, nothing, type TemplateResult } from 'lit';
import type { ControlView } from '../../controls/control.ts';
import { cssValues } from '../../parts/css-values.ts';
import { type Entity, numberOf } from '../../state/entity.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';

/** Whites by their color temperature in kelvin, with the color they are drawn in. */
const WHITES: readonly (readonly [name: TextKey, kelvin: number, drawn: string])[] = [
  ['control.warm_white', 2700, '#ffc47e'],
  ['control.neutral_white', 4000, '#ffe9d0'],
  ['control.cool_white', 6000, '#e3ecff'],
];
/** Colors by hue in degrees and saturation in percent. */
const COLORS: readonly (readonly [name: TextKey, hue: number, saturation: number, drawn?: string])[] = [
  ['control.warm_white', 30, 55, '#ffcf94'],
  ['control.white', 0, 0],
  ['color.red', 0, 100],
  ['color.orange', 28, 100],
  ['color.yellow', 52, 100],
  ['color.green', 120, 100],
  ['color.cyan', 180, 100],
  ['color.blue', 225, 100],
  ['color.purple', 275, 100],
  ['color.pink', 320, 80],
];
const COLOR_MODES = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'];
/** How far a color temperature may be from that of a preset, in kelvin. */
const NEAR = 150;

/** The usual whites and colors of a light, one tap each. */
export function swatches(
  { entity, isLocked, act }: ControlView,
  modes: readonly string[],
): TemplateResult | typeof nothing {
  const hasWhites = modes.includes('color_temp');
  const hasColors = modes.some((mode) => COLOR_MODES.includes(mode));
  if (!hasWhites && !hasColors) return nothing;
  const whites = hasWhites
    ? WHITES.map(([name, wanted, drawn]) => {
        const kelvin = within(entity, wanted);
        const isChosen = entity.attributes.color_mode === 'color_temp' && isNear(entity, kelvin);
        const attributes = { color_temp_kelvin: kelvin, color_mode: 'color_temp' };
        const onPress = (): void =>
          act('turn_on', { color_temp_kelvin: kelvin }, { state: 'on', attributes });
        return swatch({ name, drawn, isChosen, isLocked, onPress });
      })
    : [];
  const colors = hasColors
    ? COLORS.filter(([, , saturation]) => !hasWhites || saturation > 55).map(
        ([name, hue, saturation, own]) => {
          const color = [hue, saturation];
          const isChosen = entity.attributes.color_mode !== 'color_temp' && isColor(entity, hue, saturation);
          const attributes = { hs_color: color, color_mode: 'hs' };
          const drawn = own ?? `hsl(${hue} ${saturation}% ${100 - saturation / 2}%)`;
          const onPress = (): void => act('turn_on', { hs_color: color }, { state: 'on', attributes });
          return swatch({ name, drawn, isChosen, isLocked, onPress });
        },
      )
    : [];
  return html`<div class="light-swatches" role="group" aria-label=${say('control.presets')}>${whites}${colors}</div>`;
}

function swatch(view: {
  readonly name: TextKey;
  readonly drawn: string;
  readonly isChosen: boolean;
  readonly isLocked: boolean;
  readonly onPress: () => void;
}): TemplateResult {
  const name = say(view.name);
  return html`<button
    type="button"
    class="light-swatch"
    title=${name}
    aria-label=${name}
    aria-pressed=${String(view.isChosen)}
    ?disabled=${view.isLocked}
    ${cssValues({ '--drawn': view.drawn })}
    @click=${view.onPress}
  ></button>`;
}

function within(light: Entity, kelvin: number): number {
  const min = numberOf(light, 'min_color_temp_kelvin') ?? 2000;
  const max = numberOf(light, 'max_color_temp_kelvin') ?? 6535;
  return Math.min(max, Math.max(min, kelvin));
}

function isNear(light: Entity, kelvin: number): boolean {
  return light.state === 'on' && Math.abs((numberOf(light, 'color_temp_kelvin') ?? 0) - kelvin) <= NEAR;
}

function isColor(light: Entity, hue: number, saturation: number): boolean {
  const value = light.attributes.hs_color;
  if (light.state !== 'on' || !Array.isArray(value)) return false;
  const [h, s] = value.map(Number);
  return h !== undefined && s !== undefined && Math.abs(h - hue) <= 3 && Math.abs(s - saturation) <= 3;
}
