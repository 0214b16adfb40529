import { html, nothing, svg } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { momentText } from '../parts/moment-text.ts';
import { numberText, withUnit } from '../parts/number-text.ts';
import { type Entity, textOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { type Point, pointsOf, readHistory } from './past-values.ts';

const [WIDTH, HEIGHT, EDGE] = [320, 110, 6];
const MAX_COUNT = 400;

/** A small plot of an entity: its history of the last day, if recorded, and live values. */
export class LivePlot extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    isStepped: { attribute: false },
    points: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  /** Plots on and off instead of numbers. */
  declare isStepped: boolean;
  declare points: readonly Point[];
  private unlisten: (() => void) | undefined;

  constructor() {
    super();
    this.isStepped = false;
    this.points = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { home, entityId } = this;
    this.take(home.entity(entityId));
    this.unlisten = home.listen([entityId], () => this.take(home.entity(entityId)));
    void readHistory(home.connection, entityId).then((past) => {
      const first = this.points[0]?.at ?? Number.POSITIVE_INFINITY;
      this.points = [...past.filter(({ at }) => at < first), ...this.points].slice(-MAX_COUNT);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
  }

  protected override render() {
    const { points } = this;
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return nothing;
    const values = points.map(({ value }) => value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const now = Date.now() / 1000;
    const entity = this.home.entity(this.entityId);
    const unit = entity === undefined ? undefined : textOf(entity, 'unit_of_measurement');
    const text = (value: number): string => withUnit(numberText(String(value)), unit);
    const since = momentText(new Date(first.at * 1000).toISOString());
    const label = this.isStepped
      ? say('control.plot_steps', {
          count: points.length,
          since,
        })
      : low === high
        ? say('control.plot_even', { value: text(low), since })
        : say('control.plot', {
            low: text(low),
            high: text(high),
            since,
          });
    return html`<figure class="plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label} preserveAspectRatio="none">
        ${svg`<path class="plot-area" d=${`${line(points, now, low, high)}V${HEIGHT}H${EDGE}Z`}></path>`}
        ${svg`<path class="plot-line" d=${line(points, now, low, high)}></path>`}
      </svg>
      <figcaption class="hint">${label}</figcaption>
    </figure>`;
  }

  private take(entity: Entity | undefined): void {
    if (entity !== undefined) this.points = [...this.points, ...pointsOf([entity])].slice(-MAX_COUNT);
  }
}

/** Each value holds until the next one. */
function line(points: readonly Point[], now: number, low: number, high: number): string {
  const start = points[0]?.at ?? now;
  const span = Math.max(now - start, 1);
  const range = high - low || 1;
  const x = (at: number): string => (EDGE + ((at - start) / span) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (value: number): string =>
    (high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / range) * (HEIGHT - 2 * EDGE)).toFixed(1);
  return `${points.map(({ at, value }, i) => (i === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join('')}H${x(now)}`;
}
