import { mdiMinus, mdiPlus } from '@mdi/js';
import { html, nothing, svg } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { locale } from '../app/preferences.ts';
import { say } from '../texts/say.ts';
import { icon } from './icon.ts';
import { withUnit } from './number-text.ts';

const RADIUS = 84;
const CENTER = 100;
/** The arc starts at the lower left and has a gap at the bottom. */
const START = -135;
const SWEEP = 270;
/** The delay after the last button press before the value is fired, in milliseconds. */
const PAUSE = 600;

/** A value on an arc, set by touch, mouse, buttons or keys. Fires `chosen` with the number on release. */
export class Dial extends LightElement {
  static override properties = {
    label: { attribute: false },
    value: { attribute: false },
    min: { attribute: false },
    max: { attribute: false },
    step: { attribute: false },
    unit: { attribute: false },
    current: { attribute: false },
    note: { attribute: false },
    isDisabled: { attribute: false },
    requested: { state: true },
  };

  declare label: string;
  declare value: number | undefined;
  declare min: number;
  declare max: number;
  declare step: number;
  declare unit: string;
  declare current: number | undefined;
  declare note: string;
  declare isDisabled: boolean;
  /** The value being chosen, not yet fired. */
  declare requested: number | undefined;
  private isTurning = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const { label, min, max, step, unit, note, isDisabled } = this;
    const value = this.requested ?? this.value;
    const text = value === undefined ? '–' : withUnit(this.format(value), unit);
    return html`<div class="dial" ?data-disabled=${isDisabled}>
      <svg
        viewBox="0 0 200 190"
        aria-hidden="true"
        @pointerdown=${this.grasp}
        @pointermove=${this.turn}
        @pointerup=${this.release}
        @pointercancel=${this.release}
      >
        ${svg`<path class="dial-track" d=${arc(0, 1)}></path>`}
        ${value === undefined ? nothing : svg`<path class="dial-fill" d=${arc(0, this.share(value))}></path>`}
        ${this.current === undefined ? nothing : svg`<path class="dial-now" d=${arc(this.share(this.current) - 0.004, this.share(this.current) + 0.004)}></path>`}
        ${value === undefined ? nothing : knob(this.share(value))}
      </svg>
      <div class="dial-text">
        <span class="dial-label" aria-hidden="true">${note === '' ? label : note}</span>
        <span class="dial-value" aria-hidden="true">${text}</span>
        <span class="hint">
          ${this.current === undefined ? nothing : say('control.now', { value: withUnit(this.format(this.current), unit) })}
        </span>
      </div>
      <div class="dial-buttons">
        <button
          type="button"
          class="round"
          aria-label=${say('control.less', { name: label })}
          ?disabled=${isDisabled || value === undefined || value <= min}
          @click=${() => this.nudge(-step)}
        >
          ${icon(mdiMinus)}
        </button>
        <input
          type="range"
          class="visually-hidden"
          aria-label=${label}
          aria-valuetext=${text}
          min=${min}
          max=${max}
          step=${step}
          .value=${String(value ?? min)}
          ?disabled=${isDisabled}
          @change=${(event: Event) => this.emit(Number((event.target as HTMLInputElement).value))}
        />
        <button
          type="button"
          class="round"
          aria-label=${say('control.more', { name: label })}
          ?disabled=${isDisabled || value === undefined || value >= max}
          @click=${() => this.nudge(step)}
        >
          ${icon(mdiPlus)}
        </button>
      </div>
    </div>`;
  }

  private share(value: number): number {
    return Math.min(1, Math.max(0, (value - this.min) / (this.max - this.min || 1)));
  }

  private format(value: number): string {
    const digits = this.step >= 1 && Number.isInteger(value) ? 0 : 1;
    return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: 1 });
  }

  private nudge(by: number): void {
    this.requested = this.rounded((this.requested ?? this.value ?? this.min) + by);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.requested !== undefined) this.emit(this.requested);
    }, PAUSE);
  }

  private emit(value: number): void {
    clearTimeout(this.timer);
    this.requested = undefined;
    this.dispatchEvent(new CustomEvent('chosen', { detail: value }));
  }

  private readonly grasp = (event: PointerEvent): void => {
    if (this.isDisabled || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.isTurning = true;
    this.requested = this.at(event);
  };

  private readonly turn = (event: PointerEvent): void => {
    if (this.isTurning) this.requested = this.at(event);
  };

  private readonly release = (event: PointerEvent): void => {
    if (!this.isTurning) return;
    this.isTurning = false;
    if (event.type === 'pointerup') this.emit(this.at(event));
    else this.requested = undefined;
  };

  private at(event: PointerEvent): number {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = event.clientX - (box.left + box.width / 2);
    const y = event.clientY - (box.top + (box.height * CENTER) / 190);
    const angle = (Math.atan2(x, -y) * 180) / Math.PI;
    const share = Math.min(1, Math.max(0, (angle - START) / SWEEP));
    return this.rounded(this.min + share * (this.max - this.min));
  }

  private rounded(value: number): number {
    const steps = Math.round((value - this.min) / this.step);
    return Math.min(this.max, Math.max(this.min, Number((this.min + steps * this.step).toFixed(4))));
  }
}

function point(share: number): readonly [x: number, y: number] {
  const angle = ((START + share * SWEEP) * Math.PI) / 180;
  return [CENTER + RADIUS * Math.sin(angle), CENTER - RADIUS * Math.cos(angle)];
}

function arc(from: number, to: number): string {
  const [x1, y1] = point(from);
  const [x2, y2] = point(to);
  const isLong = (to - from) * SWEEP > 180 ? 1 : 0;
  return `M${x1.toFixed(2)} ${y1.toFixed(2)}A${RADIUS} ${RADIUS} 0 ${isLong} 1 ${x2.toFixed(2)} ${y2.toFixed(2)}`;
}

function knob(share: number) {
  const [x, y] = point(share);
  return svg`<circle class="dial-knob" cx=${x} cy=${y} r="11"></circle>`;
}
