import { html } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { cssValues } from './css-values.ts';

/**
 * A color wheel for touch and mouse; sliders serve keyboards and screen readers. Fires `chosen` with hue and
 * saturation.
 */
export class ColorWheel extends LightElement {
  static override properties = {
    hue: { attribute: false },
    saturation: { attribute: false },
    isDisabled: { attribute: false },
    dragged: { state: true },
  };

  /** In degrees. */
  declare hue: number;
  /** In percent. */
  declare saturation: number;
  declare isDisabled: boolean;
  declare dragged: readonly [hue: number, saturation: number] | undefined;

  constructor() {
    super();
    this.hue = 0;
    this.saturation = 0;
    this.isDisabled = false;
    this.dragged = undefined;
  }

  protected override render() {
    const [hue, saturation] = this.dragged ?? [this.hue, this.saturation];
    const angle = (hue * Math.PI) / 180;
    return html`<div
      class="wheel"
      aria-hidden="true"
      ?data-disabled=${this.isDisabled}
      ${cssValues({
        '--x': `${50 + (Math.sin(angle) * saturation) / 2}%`,
        '--y': `${50 - (Math.cos(angle) * saturation) / 2}%`,
        '--chosen': `hsl(${hue} ${saturation}% ${100 - saturation / 2}%)`,
      })}
      @pointerdown=${this.grasp}
      @pointermove=${this.move}
      @pointerup=${this.release}
      @pointercancel=${this.drop}
    ><i></i></div>`;
  }

  private readonly grasp = (event: PointerEvent): void => {
    if (this.isDisabled || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.dragged = this.at(event);
  };

  private readonly move = (event: PointerEvent): void => {
    if (this.dragged !== undefined) this.dragged = this.at(event);
  };

  private readonly release = (event: PointerEvent): void => {
    if (this.dragged === undefined) return;
    this.dispatchEvent(new CustomEvent('chosen', { detail: this.at(event) }));
    this.drop();
  };

  private readonly drop = (): void => {
    this.dragged = undefined;
  };

  private at(event: PointerEvent): readonly [number, number] {
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 2 - 1;
    const y = 1 - ((event.clientY - top) / height) * 2;
    const hue = ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;
    return [Math.round(hue), Math.round(Math.min(1, Math.hypot(x, y)) * 100)];
  }
}
