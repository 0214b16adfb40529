import { html } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { Entity } from '../../state/entity.ts';
import { textOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';

/** The remaining time of a timer, updated every second. */
export class TimeLeft extends LightElement {
  static override properties = { home: { attribute: false }, entityId: { attribute: false } };

  declare home: HomeStore;
  declare entityId: string;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    new Watch(this, () => [this.entityId]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const timer = this.home.entity(this.entityId);
    return html`<p class="big-value" role="timer">${timer === undefined ? '' : leftOf(timer)}</p>`;
  }
}

function leftOf(timer: Entity): string {
  if (timer.state === 'paused') return textOf(timer, 'remaining') ?? '';
  const ends = Date.parse(textOf(timer, 'finishes_at') ?? '');
  if (timer.state !== 'active' || Number.isNaN(ends)) return textOf(timer, 'duration') ?? '';
  const seconds = Math.max(0, Math.round((ends - Date.now()) / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
