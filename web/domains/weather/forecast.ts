import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { choice } from '../../parts/choice.ts';
import { icon } from '../../parts/icon.ts';
import { percent, temperature } from '../../parts/number-text.ts';
import { timeText } from '../../parts/time-text.ts';
import { can } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { conditionIcon } from './condition-icon.ts';

/** One entry of a forecast. */
interface Outlook {
  readonly datetime: string;
  readonly condition?: string | null;
  readonly temperature?: number | null;
  readonly templow?: number | null;
  readonly precipitation_probability?: number | null;
}

type Kind = 'daily' | 'hourly' | 'twice_daily';
const KINDS: readonly (readonly [Kind, number])[] = [
  ['daily', 1],
  ['hourly', 2],
  ['twice_daily', 4],
];
const MAX_COUNT = 24;

/** The weather forecast by day or hour, as provided by the service. */
export class Forecast extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    kind: { state: true },
    outlooks: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare kind: Kind | undefined;
  declare outlooks: readonly Outlook[];
  private ending: Promise<() => Promise<void>> | undefined;

  constructor() {
    super();
    this.outlooks = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const [first] = this.kinds();
    if (first !== undefined) this.follow(first);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end();
  }

  protected override render() {
    const kinds = this.kinds();
    if (kinds.length === 0) return nothing;
    return html`${
      kinds.length > 1
        ? choice({
            label: say('control.forecast'),
            options: kinds.map((value) => ({ value, text: say(`control.${value}`) })),
            value: this.kind,
            onChoose: (kind) => this.follow(kind as Kind),
          })
        : nothing
    }
      <ul class="forecast" tabindex="0" aria-label=${say('control.forecast')}>
        ${this.outlooks.slice(0, MAX_COUNT).map((outlook) => this.outlook(outlook))}
      </ul>`;
  }

  private outlook({ datetime, condition, ...values }: Outlook): TemplateResult {
    const format: Intl.DateTimeFormatOptions =
      this.kind === 'hourly' ? { hour: 'numeric' } : { weekday: 'short' };
    const sky = condition ?? '';
    const rain = values.precipitation_probability;
    return html`<li>
      <span class="hint">${timeText(datetime, format)}</span>
      <span title=${wordOr(`state.weather.${sky}`, plain(sky))}>${icon(conditionIcon(sky))}</span>
      <span class="visually-hidden">${wordOr(`state.weather.${sky}`, plain(sky))}</span>
      <strong>${typeof values.temperature === 'number' ? temperature(values.temperature) : '–'}</strong>
      <span class="hint">${typeof values.templow === 'number' ? temperature(values.templow) : ''}</span>
      <span class="hint">${typeof rain === 'number' && rain > 0 ? percent(rain / 100) : ''}</span>
    </li>`;
  }

  private kinds(): Kind[] {
    const entity = this.home.entity(this.entityId);
    return entity === undefined
      ? []
      : KINDS.filter(([, feature]) => can(entity, feature)).map(([kind]) => kind);
  }

  private follow(kind: Kind): void {
    this.end();
    this.kind = kind;
    this.outlooks = [];
    this.ending = this.home.connection.subscribeMessage<{ readonly forecast: readonly Outlook[] | null }>(
      ({ forecast }) => {
        if (this.kind === kind) this.outlooks = forecast ?? [];
      },
      { type: 'weather/subscribe_forecast', entity_id: this.entityId, forecast_type: kind },
    );
    this.ending.catch(() => {});
  }

  private end(): void {
    void this.ending?.then((end) => end()).catch(() => {});
    this.ending = undefined;
  }
}
