import { mdiClose } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { locale } from '../../app/preferences.ts';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';

/** A time range of a day; `24:00:00` is the end of the day. */
interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** The server's names of the days. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Time ranges on each day of the week. Fires `changed` with the ranges by day. */
export class WeekField extends LightElement {
  static override properties = { name: { attribute: false }, value: { attribute: false } };

  declare name: string;
  declare value: unknown;

  constructor() {
    super();
    this.name = 'week';
    this.value = undefined;
  }

  protected override render() {
    return html`<div class="week">${DAYS.map((day, at) => this.day(day, dayName(at)))}</div>`;
  }

  private day(day: string, name: string): TemplateResult {
    const stretches = this.stretches(day);
    return html`<fieldset class="week-day">
      <legend>${name}</legend>
      ${stretches.map((one, at) => this.stretch(day, name, { one, at }))}
      <button
        type="button"
        class="link"
        aria-label=${say('form.week_add_on', { day: name })}
        @click=${() => this.emit(day, [...stretches, { from: '08:00:00', to: '17:00:00' }])}
      >
        ${say('form.week_add')}
      </button>
    </fieldset>`;
  }

  private stretch(day: string, name: string, { one, at }: { one: Stretch; at: number }): TemplateResult {
    const stretches = this.stretches(day);
    const put = (patch: Partial<Stretch>): void =>
      this.emit(
        day,
        stretches.map((other, i) => (i === at ? { ...other, ...patch } : other)),
      );
    const input = (key: keyof Stretch): TemplateResult => html`<input
      type="time"
      aria-label=${say(key === 'from' ? 'form.week_from' : 'form.week_to', { day: name })}
      .value=${one[key].startsWith('24') ? '00:00' : one[key].slice(0, 5)}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLInputElement;
        if (value !== '') put({ [key]: key === 'to' && value === '00:00' ? '24:00:00' : `${value}:00` });
      }}
    />`;
    return html`<div class="week-stretch">
      ${input('from')} <span aria-hidden="true">–</span> ${input('to')}
      <button
        type="button"
        class="quiet round"
        aria-label=${say('form.week_remove', { day: name })}
        @click=${() =>
          this.emit(
            day,
            stretches.filter((_other, i) => i !== at),
          )}
      >
        ${icon(mdiClose)}
      </button>
    </div>`;
  }

  private stretches(day: string): readonly Stretch[] {
    const value = (this.value as Readonly<Record<string, unknown>> | undefined)?.[day];
    return Array.isArray(value) ? (value as Stretch[]) : [];
  }

  private emit(day: string, stretches: readonly Stretch[]): void {
    const before = Object.fromEntries(DAYS.map((one) => [one, this.stretches(one)]));
    this.dispatchEvent(new CustomEvent('changed', { detail: { ...before, [day]: stretches } }));
  }
}

function dayName(at: number): string {
  // January 1, 2024 was a Monday.
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + at),
  );
}
