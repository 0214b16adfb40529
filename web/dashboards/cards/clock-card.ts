import { html, nothing, svg, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { timeText } from '../../parts/time-text.ts';
import { homeZone } from '../../state/home-zone.ts';
import { say } from '../../texts/say.ts';
import { type Config, textIn } from '../config.ts';

const SECOND = 1000;

/** The time of the home or of a time zone, in digits or with hands. */
export class ClockCard extends LightElement {
  static override properties = { config: { attribute: false }, now: { state: true } };

  declare config: Config;
  declare now: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.now = Date.now();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tick();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const { config } = this;
    const title = textIn(config.title);
    const size = textIn(config.clock_size) ?? 'small';
    const isDate = config.type === 'date' || config.show_date === true;
    return html`${title === undefined ? nothing : html`<h2>${title}</h2>`}
      ${config.type === 'date' ? nothing : config.clock_style === 'analog' ? this.hands() : html`<time class="clock" data-size=${size}>${this.digits()}</time>`}
      ${isDate ? html`<p class="clock-date">${this.text({ weekday: 'long', day: 'numeric', month: 'long' })}</p>` : nothing}`;
  }

  private digits(): string {
    const { config } = this;
    const format = textIn(config.time_format);
    return this.text({
      ...{ hour: '2-digit', minute: '2-digit' },
      ...(config.show_seconds === true ? { second: '2-digit' } : {}),
      ...(format === '12' || format === '24' ? { hour12: format === '12' } : {}),
    });
  }

  private text(options: Intl.DateTimeFormatOptions): string {
    const zone = textIn(this.config.time_zone);
    try {
      return timeText(new Date(this.now), zone === undefined ? options : { ...options, timeZone: zone });
    } catch {
      // A time zone that the browser does not know.
      return timeText(new Date(this.now), options);
    }
  }

  private hands(): TemplateResult {
    const zone = textIn(this.config.time_zone) ?? homeZone();
    const [hour = 0, minute = 0, second = 0] = wallParts(this.now, zone);
    const hand = (turn: number, length: number, look: string) =>
      svg`<line class=${look} x1="50" y1="50" x2=${50 + length * Math.sin(turn * 2 * Math.PI)} y2=${50 - length * Math.cos(turn * 2 * Math.PI)}></line>`;
    return html`<svg class="clock-face" viewBox="0 0 100 100" role="img" aria-label=${this.digits() || say('dashboards.clock')}>
      <circle cx="50" cy="50" r="46"></circle>
      ${Array.from({ length: 12 }, (_, i) => hand(i / 12, 46, 'clock-mark'))}
      <circle class="clock-inner" cx="50" cy="50" r="41"></circle>
      ${hand(((hour % 12) + minute / 60) / 12, 24, 'clock-hour')} ${hand(minute / 60, 36, 'clock-minute')}
      ${this.config.show_seconds === true ? hand(second / 60, 38, 'clock-second') : nothing}
    </svg>`;
  }

  private tick(): void {
    this.now = Date.now();
    const step = this.config?.show_seconds === true ? SECOND : 5 * SECOND;
    this.timer = setTimeout(() => this.tick(), step - (this.now % step));
  }
}

function wallParts(at: number, zone: string | undefined): number[] {
  const options = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const parts = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone === undefined ? {} : { timeZone }) }).format(
      at,
    );
  try {
    return parts(zone).split(':').map(Number);
  } catch {
    return parts(undefined).split(':').map(Number);
  }
}
