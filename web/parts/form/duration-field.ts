import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../texts/say.ts';
import { type LengthOfTime, lengthOf, lengthText, type TimeUnit, withoutDays } from './length-of-time.ts';
import { option } from './option.ts';

const NOTHING: LengthOfTime = { isNegative: false, days: 0, hours: 0, minutes: 0, seconds: 0 };

/** A duration by units. Fires `changed` with it in its original format: text, seconds, or numbers by unit. */
export class DurationField extends LightElement {
  static override properties = {
    name: { attribute: false },
    value: { attribute: false },
    hasDays: { attribute: false },
    isSigned: { attribute: false },
    isMapping: { attribute: false },
  };

  declare name: string;
  declare value: unknown;
  declare hasDays: boolean;
  /** Whether it may be negative: before instead of after. */
  declare isSigned: boolean;
  /** Whether a new value is stored as numbers by unit. */
  declare isMapping: boolean;

  constructor() {
    super();
    this.name = 'duration';
    this.value = undefined;
    this.hasDays = false;
    this.isSigned = false;
    this.isMapping = false;
  }

  protected override render() {
    const { name, hasDays, isSigned } = this;
    const length = this.length();
    const units: readonly TimeUnit[] = [
      ...(hasDays ? (['days'] as const) : []),
      'hours',
      'minutes',
      'seconds',
    ];
    return html`<div class="duration">
      ${
        isSigned
          ? html`<select
              aria-label=${say('duration.sign')}
              @change=${(event: Event) =>
                this.put({ isNegative: (event.target as HTMLSelectElement).value === 'before' })}
            >
              ${option('after', say('duration.after'), length?.isNegative !== true)}
              ${option('before', say('duration.before'), length?.isNegative === true)}
            </select>`
          : ''
      }
      ${units.map(
        (unit) => html`<label>
          <input
            id="${name}-${unit}"
            type="number"
            inputmode="numeric"
            min="0"
            step=${unit === 'seconds' ? 'any' : '1'}
            placeholder="0"
            .value=${live(length === undefined ? '' : String(length[unit]))}
            @change=${(event: Event) => {
              const { value } = event.target as HTMLInputElement;
              if (value === '' && this.isEmptied()) this.emit(undefined);
              else this.put({ [unit]: Math.max(0, Number(value) || 0) });
            }}
          />
          <span>${say(`duration.${unit}`)}</span>
        </label>`,
      )}
    </div>`;
  }

  private length(): LengthOfTime | undefined {
    const length = lengthOf(this.value);
    if (length === undefined || this.value === null) return undefined;
    return this.hasDays ? length : withoutDays(length);
  }

  private isEmptied(): boolean {
    return [...this.querySelectorAll('input')].every(({ value }) => value === '' || Number(value) === 0);
  }

  private put(patch: Partial<LengthOfTime>): void {
    const length = { ...(this.length() ?? NOTHING), ...patch };
    const { isNegative, days, ...clock } = length;
    const sign = isNegative ? -1 : 1;
    const total = sign * (days * 86_400 + clock.hours * 3600 + clock.minutes * 60 + clock.seconds);
    const isMapping =
      typeof this.value === 'object' ? this.value !== null : this.isMapping && this.value === undefined;
    if (!isMapping) {
      this.emit(typeof this.value === 'number' ? total : lengthText(length));
      return;
    }
    const given = this.hasDays ? { days, ...clock } : clock;
    this.emit(
      Object.fromEntries(
        Object.entries(given).map(([unit, count]) => [unit, count === 0 ? 0 : sign * count]),
      ),
    );
  }

  private emit(value: unknown): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }
}
