import {
  mdiAutorenew,
  mdiFan,
  mdiFire,
  mdiPower,
  mdiSnowflake,
  mdiSunSnowflakeVariant,
  mdiWaterPercent,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { toneOf } from '../../cards/entity-tone.ts';
import type { Control, ControlView } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { slide } from '../../controls/slide.ts';
import { targetDial } from '../../controls/target-dial.ts';
import { choice } from '../../parts/choice.ts';
import { can, listOf, numberOf, textOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

const [TARGET, RANGE, HUMIDITY, FAN, PRESET, SWING, SWING_ACROSS] = [1, 2, 4, 8, 16, 32, 512];

const MODES: Readonly<Record<string, string>> = {
  off: mdiPower,
  heat: mdiFire,
  cool: mdiSnowflake,
  heat_cool: mdiSunSnowflakeVariant,
  auto: mdiAutorenew,
  dry: mdiWaterPercent,
  fan_only: mdiFan,
};

/** The target temperature on a dial, the mode, and the other settings of the device. */
export const climateControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  const modes = listOf(entity, 'hvac_modes').map((value) => {
    const iconPath = MODES[value];
    const text = wordOr(`mode.${value}`, plain(value));
    return iconPath === undefined ? { value, text } : { value, text, icon: iconPath };
  });
  return html`${targets(view)}
  ${choice({
    label: say('control.mode'),
    options: modes,
    value: entity.state,
    isDisabled: isLocked,
    onChoose: (mode) => act('set_hvac_mode', { hvac_mode: mode }, { state: mode }),
  })}
  ${setting(view, PRESET, 'preset_mode', say('control.preset'))}
  ${setting(view, FAN, 'fan_mode', say('control.fan_mode'))}
  ${setting(view, SWING, 'swing_mode', say('control.swing'))}
  ${setting(view, SWING_ACROSS, 'swing_horizontal_mode', say('control.swing_across'))}
  ${
    can(entity, HUMIDITY)
      ? slide({
          label: say('control.target_humidity'),
          value: numberOf(entity, 'humidity'),
          min: numberOf(entity, 'min_humidity') ?? 30,
          max: numberOf(entity, 'max_humidity') ?? 99,
          isDisabled: isLocked,
          onChoose: (humidity) => act('set_humidity', { humidity }, { attributes: { humidity } }),
        })
      : nothing
  }`;
};

function targets(view: ControlView): TemplateResult | typeof nothing {
  const { entity, isLocked, act } = view;
  const common = {
    min: numberOf(entity, 'min_temp') ?? 7,
    max: numberOf(entity, 'max_temp') ?? 35,
    step: numberOf(entity, 'target_temp_step') ?? 0.5,
    unit: textOf(entity, 'temperature_unit') ?? '°C',
    isDisabled: isLocked || entity.state === 'off',
    current: numberOf(entity, 'current_temperature'),
    tone: toneOf(entity),
    note: wordOr(`action.${textOf(entity, 'hvac_action') ?? ''}`, ''),
  };
  const low = numberOf(entity, 'target_temp_low');
  const high = numberOf(entity, 'target_temp_high');
  if (can(entity, RANGE) && low !== undefined && high !== undefined) {
    const set = (data: { target_temp_low: number; target_temp_high: number }): void =>
      act('set_temperature', data, { attributes: data });
    return html`<div class="dials">
      ${targetDial({
        ...common,
        label: say('control.heat_to'),
        value: low,
        tone: 'heat',
        onChoose: (value) => set({ target_temp_low: Math.min(value, high), target_temp_high: high }),
      })}
      ${targetDial({
        ...common,
        label: say('control.cool_to'),
        value: high,
        tone: 'cool',
        onChoose: (value) => set({ target_temp_low: low, target_temp_high: Math.max(value, low) }),
      })}
    </div>`;
  }
  if (!can(entity, TARGET)) return nothing;
  return targetDial({
    ...common,
    label: say('control.target'),
    value: numberOf(entity, 'temperature'),
    onChoose: (temperature) => act('set_temperature', { temperature }, { attributes: { temperature } }),
  });
}

function setting(
  { entity, isLocked, act }: ControlView,
  feature: number,
  name: 'preset_mode' | 'fan_mode' | 'swing_mode' | 'swing_horizontal_mode',
  label: string,
): TemplateResult | typeof nothing {
  if (!can(entity, feature)) return nothing;
  return choice({
    label,
    options: namedOptions(listOf(entity, `${name}s`)),
    value: textOf(entity, name),
    isDisabled: isLocked,
    onChoose: (value) => act(`set_${name}`, { [name]: value }, { attributes: { [name]: value } }),
  });
}
