import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { Slider } from '../../parts/slider.ts';
import { type Entity, numberOf, textOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-slider': Slider });

/** The playback position, advanced between reports of the player. Fires `chosen` with seconds. */
export class MediaProgress extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    isDisabled: { attribute: false },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare isDisabled: boolean;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.isDisabled = false;
    new Watch(this, () => [this.entityId]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const player = this.home.entity(this.entityId);
    const duration = player === undefined ? undefined : numberOf(player, 'media_duration');
    if (player === undefined || duration === undefined) return nothing;
    return html`<hearth-slider
      .label=${say('control.progress')}
      .value=${Math.round(Math.min(duration, positionOf(player)))}
      .max=${Math.max(1, Math.round(duration))}
      .text=${(seconds: number) => `${clock(seconds)} / ${clock(duration)}`}
      .isDisabled=${this.isDisabled}
      @chosen=${(event: CustomEvent<number>) =>
        this.dispatchEvent(new CustomEvent('chosen', { detail: event.detail }))}
    ></hearth-slider>`;
  }
}

function positionOf(player: Entity): number {
  const reported = numberOf(player, 'media_position') ?? 0;
  const at = Date.parse(textOf(player, 'media_position_updated_at') ?? '');
  const since = player.state === 'playing' && Number.isFinite(at) ? (Date.now() - at) / 1000 : 0;
  return reported + Math.max(0, since);
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
