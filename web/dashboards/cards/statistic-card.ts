import { html, type PropertyValues } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { numberText, withUnit } from '../../parts/number-text.ts';
import { nameOf, textOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Config, configIn, entityIn, textIn } from '../config.ts';

const REFRESH = 5 * 60_000;
const TYPES = new Set(['mean', 'min', 'max', 'change']);

/** One statistic of an entity over a period. */
export class StatisticCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    config: { attribute: false },
    value: { state: true },
  };

  declare home: HomeStore;
  declare config: Config;
  /** Null where there is none. */
  declare value: number | null | undefined;
  private asked = '';
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => void this.read(), REFRESH);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const key = JSON.stringify(this.config);
    if (!changed.has('config') || key === this.asked) return;
    this.asked = key;
    void this.read();
  }

  protected override render() {
    const { config, value, home } = this;
    const entity = home.entity(entityIn(config) ?? '');
    const name = textIn(config.name) ?? (entity === undefined ? (entityIn(config) ?? '') : nameOf(entity));
    const unit =
      textIn(config.unit) ?? (entity === undefined ? undefined : textOf(entity, 'unit_of_measurement'));
    const text = value == null ? '–' : withUnit(numberText(String(Math.round(value * 100) / 100)), unit);
    return html`<div class="dash-card card-value">
      <span class="card-value-head"><span>${name} · ${say(`dashboards.stat_${this.type()}`)}</span></span>
      <b>${text}</b>
    </div>`;
  }

  private type(): 'mean' | 'min' | 'max' | 'change' {
    const given = textIn(this.config.stat_type) ?? '';
    return TYPES.has(given) ? (given as 'mean') : 'mean';
  }

  private async read(): Promise<void> {
    const { config, asked } = this;
    const period = configIn(config.period);
    const of =
      configIn(period?.calendar) !== undefined
        ? { calendar: period?.calendar }
        : configIn(period?.rolling_window) !== undefined
          ? { rolling_window: period?.rolling_window }
          : configIn(period?.fixed_period) !== undefined
            ? { fixed_period: period?.fixed_period }
            : { calendar: { period: 'day' } };
    try {
      const answer = await this.home.connection.sendMessagePromise<Record<string, number | null>>({
        ...{
          type: 'recorder/statistic_during_period',
          statistic_id: entityIn(config) ?? '',
          types: [this.type()],
        },
        ...of,
      });
      if (asked === this.asked) this.value = answer[this.type()] ?? null;
    } catch {
      if (asked === this.asked) this.value = null;
    }
  }
}
