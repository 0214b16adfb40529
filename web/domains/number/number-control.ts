import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { slide } from '../../controls/slide.ts';
import { numberText, withUnit } from '../../parts/number-text.ts';
import { ValueField } from '../../parts/value-field.ts';
import { numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-value-field': ValueField });

/** Numbers with more steps are typed instead of using a slider. */
const MAX_STEPS = 500;

/** A number within its limits, by slider or text field. */
export const numberControl: Control = ({ entity, isLocked, act }) => {
  const [min, max] = [numberOf(entity, 'min') ?? 0, numberOf(entity, 'max') ?? 100];
  const step = numberOf(entity, 'step') ?? 1;
  const unit = textOf(entity, 'unit_of_measurement');
  const value = Number(entity.state);
  const set = (wanted: number): void => act('set_value', { value: wanted }, { state: String(wanted) });
  const mode = textOf(entity, 'mode');
  const isSlider = mode === 'slider' || (mode !== 'box' && (max - min) / step <= MAX_STEPS);
  if (isSlider)
    return slide({
      label: say('control.value'),
      value: Number.isFinite(value) ? value : undefined,
      min,
      max,
      step,
      text: (number) => withUnit(numberText(String(number)), unit),
      isDisabled: isLocked,
      onChoose: set,
    });
  return html`<hearth-value-field
    type="number"
    .label=${unit === undefined ? say('control.value') : `${say('control.value')} (${unit})`}
    .value=${Number.isFinite(value) ? String(value) : ''}
    .limits=${{ min: String(min), max: String(max), step: String(step) }}
    .isDisabled=${isLocked}
    @chosen=${(event: CustomEvent<string>) => set(Number(event.detail))}
  ></hearth-value-field>`;
};
