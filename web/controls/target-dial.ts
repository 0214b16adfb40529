import { html, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import type { Tone } from '../domains/domain-view.ts';
import { Dial } from '../parts/dial.ts';

define({ 'hearth-dial': Dial });

interface DialView {
  readonly label: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
  /** The measured value. */
  readonly current?: number | undefined;
  /** What the device is doing. */
  readonly note?: string;
  readonly tone?: Tone | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (value: number) => void;
}

/** A target value on a dial, with the measured value. */
export function targetDial(view: DialView): TemplateResult {
  return html`<hearth-dial
    data-tone=${view.tone ?? 'quiet'}
    .label=${view.label}
    .value=${view.value}
    .min=${view.min}
    .max=${view.max}
    .step=${view.step}
    .unit=${view.unit}
    .current=${view.current}
    .note=${view.note ?? ''}
    .isDisabled=${view.isDisabled}
    @chosen=${(event: CustomEvent<number>) => view.onChoose(event.detail)}
  ></hearth-dial>`;
}
