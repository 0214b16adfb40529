import { html } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { cssValues } from './css-values.ts';

/**
 * A slider. Fires `chosen` with the number on release, `moved` while dragging. Updates do not move it while
 * it is dragged.
 */
export class Slider extends LightElement {
  static override properties = {
    label: { attribute: false },
    value: { attribute: false },
    min: { attribute: false },
    max: { attribute: false },
    step: { attribute: false },
    text: { attribute: false },
    look: {},
    isDisabled: { attribute: false },
    dragged: { state: true },
  };

  declare label: string;
  declare value: number | undefined;
  declare min: number;
  declare max: number;
  declare step: number;
  /** Formats a value. */
  declare text: (value: number) => string;
  /** `plain`, or the name of a track style in the style sheet. */
  declare look: string;
  declare isDisabled: boolean;
  declare dragged: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.value = undefined;
    this.min = 0;
    this.max = 100;
    this.step = 1;
    this.text = String;
    this.look = 'plain';
    this.isDisabled = false;
    this.dragged = undefined;
  }

  protected override render() {
    const { min, max } = this;
    const value = Math.min(max, Math.max(min, this.dragged ?? this.value ?? min));
    const share = max > min ? (value - min) / (max - min) : 0;
    const isUnknown = this.dragged === undefined && this.value === undefined;
    return html`<label class="slider" data-look=${this.look} ${cssValues({ '--share': share })}>
      <span class="slider-head">
        <span>${this.label}</span>
        <span class="slider-value" aria-hidden="true">${isUnknown ? '–' : this.text(value)}</span>
      </span>
      <input
        type="range"
        min=${min}
        max=${max}
        step=${this.step}
        .value=${String(value)}
        aria-valuetext=${isUnknown ? '–' : this.text(value)}
        ?disabled=${this.isDisabled}
        @input=${this.move}
        @change=${this.choose}
      />
    </label>`;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private move(event: Event): void {
    clearTimeout(this.timer);
    this.dragged = Number((event.target as HTMLInputElement).value);
    this.dispatchEvent(new CustomEvent('moved', { detail: this.dragged }));
  }

  private choose(event: Event): void {
    const value = Number((event.target as HTMLInputElement).value);
    this.dispatchEvent(new CustomEvent('chosen', { detail: value }));
    // Holds the chosen value until it is reported as the entity's value.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.dragged = undefined;
    }, 400);
  }
}
