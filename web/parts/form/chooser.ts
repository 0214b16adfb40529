import { mdiClose } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';
import type { Choice, ChoiceSource } from './form-field.ts';
import { noOption, option } from './option.ts';

/** With more options, a text field with suggestions replaces the list. */
const MANY = 40;

/** Chooses one or several of many by name. Fires `changed` with the ID, or with the IDs if `isMultiple`. */
export class Chooser extends LightElement {
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    choices: { attribute: false },
    value: { attribute: false },
    isMultiple: { attribute: false },
    isTyped: { attribute: false },
    describedBy: { attribute: false },
    isInvalid: { attribute: false },
  };

  declare name: string;
  declare label: string;
  /** A source, for options so numerous that users type to find one. */
  declare choices: readonly Choice[] | ChoiceSource;
  /** An ID, or a list of IDs if `isMultiple`. */
  declare value: unknown;
  declare isMultiple: boolean;
  /** Whether IDs can be typed, including unknown ones. */
  declare isTyped: boolean;
  declare describedBy: string | undefined;
  declare isInvalid: boolean;

  constructor() {
    super();
    this.name = 'choice';
    this.label = '';
    this.choices = [];
    this.value = undefined;
    this.isMultiple = false;
    this.isTyped = false;
    this.describedBy = undefined;
    this.isInvalid = false;
  }

  protected override render() {
    return html`${this.isMultiple ? this.chips() : nothing}
    ${this.isTyped || 'all' in this.choices || this.choices.length > MANY ? this.line() : this.list(this.choices)}`;
  }

  private get ids(): readonly string[] {
    const { value, isMultiple } = this;
    if (Array.isArray(value)) return value.map(String);
    if (value === undefined || value === null || value === '') return [];
    // Several may be given as comma-separated text.
    return isMultiple ? String(value).split(/\s*,\s*/) : [String(value)];
  }

  private chips(): TemplateResult | typeof nothing {
    const { ids } = this;
    if (ids.length === 0) return nothing;
    return html`<ul class="picks">
      ${ids.map((id) => {
        const { name, iconPath } = this.find(id) ?? { name: id, iconPath: undefined };
        return html`<li class="pick">
          ${iconPath === undefined ? nothing : icon(iconPath)}
          <span>${name}</span>
          <button
            type="button"
            class="quiet"
            aria-label=${say('form.remove', { name })}
            @click=${() => this.emit(ids.filter((one) => one !== id))}
          >
            ${icon(mdiClose)}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  private list(choices: readonly Choice[]): TemplateResult {
    const { ids, isMultiple } = this;
    const known = isMultiple || ids.length === 0 || choices.some(({ id }) => id === ids[0]);
    const [now = ''] = ids;
    return html`<select
      id=${this.name}
      aria-invalid=${String(this.isInvalid)}
      aria-describedby=${ifDefined(this.describedBy)}
      @change=${(event: Event) => this.pick(event.target as HTMLSelectElement)}
    >
      ${isMultiple ? option('', say('form.add_one'), true) : noOption(now === '')}
      ${known ? nothing : option(now, now, true)}
      ${this.free(choices).map(({ id, name }) => option(id, name, !isMultiple && now === id))}
    </select>`;
  }

  private line(): TemplateResult {
    const { ids, isMultiple, name, choices } = this;
    const free: ChoiceSource = {
      all: () => this.free('all' in choices ? choices.all() : choices),
      find: () => undefined,
    };
    return html`<hearth-combobox
      .name=${name}
      .choices=${isMultiple ? free : choices}
      .value=${isMultiple ? undefined : ids[0]}
      .isTyped=${this.isTyped}
      .describedBy=${this.describedBy}
      .isInvalid=${this.isInvalid}
      .isAdding=${isMultiple}
      @changed=${(event: CustomEvent<string | undefined>) => this.take(event.detail ?? '')}
    ></hearth-combobox>`;
  }

  private free(choices: readonly Choice[]): readonly Choice[] {
    const { ids } = this;
    return this.isMultiple ? choices.filter(({ id }) => !ids.includes(id)) : choices;
  }

  private find(id: string): Choice | undefined {
    const { choices } = this;
    return 'all' in choices ? choices.find(id) : choices.find((one) => one.id === id);
  }

  private pick(select: HTMLSelectElement): void {
    const { value } = select;
    if (this.isMultiple) select.value = '';
    this.take(value);
  }

  private take(id: string): void {
    if (!this.isMultiple) this.emit(id === '' ? undefined : id);
    else if (id !== '' && !this.ids.includes(id)) this.emit([...this.ids, id]);
  }

  private emit(value: unknown): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }
}
