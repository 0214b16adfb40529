import { html, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { percent } from '../parts/number-text.ts';
import { Slider } from '../parts/slider.ts';

define({ 'hearth-slider': Slider });

interface Slide {
  readonly label: string;
  readonly value: number | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly text?: (value: number) => string;
  readonly look?: string;
  readonly isDisabled: boolean;
  readonly onChoose: (value: number) => void;
}

const asPercent = (value: number): string => percent(value / 100);

/** A slider of a control; in percent by default. */
export function slide(view: Slide): TemplateResult {
  return html`<hearth-slider
    .label=${view.label}
    .value=${view.value}
    .min=${view.min ?? 0}
    .max=${view.max ?? 100}
    .step=${view.step ?? 1}
    .text=${view.text ?? asPercent}
    look=${view.look ?? 'plain'}
    .isDisabled=${view.isDisabled}
    @chosen=${(event: CustomEvent<number>) => view.onChoose(event.detail)}
  ></hearth-slider>`;
}
