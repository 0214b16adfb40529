import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import type { Control, ControlView } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { slide } from '../../controls/slide.ts';
import { choice } from '../../parts/choice.ts';
import { ColorWheel } from '../../parts/color-wheel.ts';
import { percent } from '../../parts/number-text.ts';
import { can, type Entity, listOf, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';
import { swatches } from './light-swatches.ts';
import { brightnessCall } from './light-view.ts';

define({ 'hearth-color-wheel': ColorWheel });

const EFFECT = 4;
const COLORS = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'];

/** Brightness, color temperature, color and effects, as supported. */
export const lightControl: Control = (view) => {
  const { entity } = view;
  const modes = listOf(entity, 'supported_color_modes');
  const isDimmable = modes.some((mode) => mode !== 'onoff');
  return html`${powerSwitch(view)} ${isDimmable ? brightness(view) : nothing}
  ${swatches(view, modes)} ${modes.includes('color_temp') ? warmth(view) : nothing}
  ${modes.some((mode) => COLORS.includes(mode)) ? color(view) : nothing}
  ${modes.includes('white') ? white(view) : nothing} ${can(entity, EFFECT) ? effects(view) : nothing}`;
};

function brightness({ entity, isLocked, act }: ControlView): TemplateResult {
  return slide({
    label: say('control.brightness'),
    value: entity.state === 'on' ? shareOf(entity) : 0,
    isDisabled: isLocked,
    look: 'light',
    onChoose: (value) => {
      const { service, data, guess } = brightnessCall(entity.domain, value);
      act(service, data, guess);
    },
  });
}

function shareOf(light: Entity): number {
  const value = numberOf(light, 'brightness');
  return value === undefined ? 0 : Math.max(1, Math.round((value / 255) * 100));
}

function warmth({ entity, isLocked, act }: ControlView): TemplateResult {
  return slide({
    label: say('control.warmth'),
    value: numberOf(entity, 'color_temp_kelvin'),
    min: numberOf(entity, 'min_color_temp_kelvin') ?? 2000,
    max: numberOf(entity, 'max_color_temp_kelvin') ?? 6535,
    step: 50,
    text: (value) => `${Math.round(value)} K`,
    look: 'warmth',
    isDisabled: isLocked,
    onChoose: (value) =>
      act('turn_on', { color_temp_kelvin: value }, { state: 'on', attributes: { color_temp_kelvin: value } }),
  });
}

function color({ entity, isLocked, act }: ControlView): TemplateResult {
  const value = entity.attributes.hs_color;
  const [hue = 0, saturation = 0] = Array.isArray(value) ? value.map(Number) : [];
  const choose = (next: readonly [number, number]): void =>
    act('turn_on', { hs_color: next }, { state: 'on', attributes: { hs_color: next, color_mode: 'hs' } });
  return html`<hearth-color-wheel
      .hue=${hue}
      .saturation=${saturation}
      .isDisabled=${isLocked}
      @chosen=${(event: CustomEvent<readonly [number, number]>) => choose(event.detail)}
    ></hearth-color-wheel>
    <details class="more-fields">
      <summary>${say('control.color_exact')}</summary>
    ${slide({
      label: say('control.hue'),
      value: hue,
      max: 360,
      text: (angle) => `${Math.round(angle)}°`,
      look: 'hue',
      isDisabled: isLocked,
      onChoose: (angle) => choose([angle, saturation === 0 ? 100 : saturation]),
    })}
    ${slide({
      label: say('control.saturation'),
      value: saturation,
      text: (share) => percent(share / 100),
      isDisabled: isLocked,
      onChoose: (share) => choose([hue, share]),
    })}
    </details>`;
}

function white({ entity, isLocked, act }: ControlView): TemplateResult {
  return html`<button
    type="button"
    aria-pressed=${textOf(entity, 'color_mode') === 'white' ? 'true' : 'false'}
    ?disabled=${isLocked}
    @click=${() => act('turn_on', { white: true }, { state: 'on' })}
  >
    ${say('control.white')}
  </button>`;
}

function effects({ entity, isLocked, act }: ControlView): TemplateResult | typeof nothing {
  return choice({
    label: say('control.effect'),
    options: namedOptions(listOf(entity, 'effect_list')),
    value: textOf(entity, 'effect') ?? 'off',
    isDisabled: isLocked,
    onChoose: (effect) => act('turn_on', { effect }, { state: 'on', attributes: { effect } }),
  });
}
