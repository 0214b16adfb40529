import { mdiClose } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../words/say.ts';
import { icon } from '../icon.ts';
import type { Choice } from './form-field.ts';

/** Above so many there is a line to type in, with proposals; below it a list to unfold. */
const MANY = 40;

/** One or several of many, by name. Fires `changed` with the id, or with the ids where several may be chosen. */
export class Chooser extends LightElement {
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    choices: { attribute: false },
    value: { attribute: false },
    isMultiple: { attribute: false },
    isTyped: { attribute: false },
    isOpen: { state: true },
  };

  declare name: string;
  declare label: string;
  declare choices: readonly Choice[];
  /** An id, or a list of ids where several may be chosen. */
  declare value: unknown;
  declare isMultiple: boolean;
  /** Whether ids are typed, also such as nobody knows. */
  declare isTyped: boolean;
  declare isOpen: boolean;

  constructor() {
    super();
    this.name = 'choice';
    this.label = '';
    this.choices = [];
    this.value = undefined;
    this.isMultiple = false;
    this.isTyped = false;
    this.isOpen = false;
  }

  protected override render() {
    return html`${this.isMultiple ? this.chips() : nothing}
    ${this.isTyped || this.choices.length > MANY ? this.line() : this.list()}`;
  }

  private get ids(): readonly string[] {
    const { value } = this;
    if (Array.isArray(value)) return value.map(String);
    return value === undefined || value === null || value === '' ? [] : [String(value)];
  }

  private chips(): TemplateResult | typeof nothing {
    const { ids } = this;
    if (ids.length === 0) return nothing;
    return html`<ul class="picks">
      ${ids.map((id) => {
        const name = this.choices.find((one) => one.id === id)?.name ?? id;
        return html`<li class="pick">
          <span>${name}</span>
          <button
            type="button"
            class="quiet"
            aria-label=${say('form.remove', { name })}
            @click=${() => this.tell(ids.filter((one) => one !== id))}
          >
            ${icon(mdiClose)}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  private list(): TemplateResult {
    const { ids, isMultiple } = this;
    const free = isMultiple ? this.choices.filter(({ id }) => !ids.includes(id)) : this.choices;
    const known = isMultiple || ids.length === 0 || this.choices.some(({ id }) => id === ids[0]);
    return html`<select id=${this.name} @change=${(event: Event) => this.pick(event.target as HTMLSelectElement)}>
      <option value="" ?selected=${isMultiple || ids.length === 0}>
        ${isMultiple ? say('form.add_one') : say('form.none')}
      </option>
      ${known ? nothing : html`<option value=${ids[0] ?? ''} selected>${ids[0]}</option>`}
      ${free.map(
        ({ id, name }) =>
          html`<option value=${id} ?selected=${!isMultiple && ids[0] === id}>${name}</option>`,
      )}
    </select>`;
  }

  private line(): TemplateResult {
    const { ids, isMultiple, name } = this;
    return html`<input
        id=${name}
        list="${name}-choices"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder=${isMultiple ? say('form.add_one') : ''}
        .value=${isMultiple ? '' : (ids[0] ?? '')}
        @focus=${() => {
          this.isOpen = true;
        }}
        @change=${(event: Event) => this.pick(event.target as HTMLInputElement)}
      />
      <datalist id="${name}-choices">
        ${this.isOpen ? this.choices.map((one) => html`<option value=${one.id}>${one.name}</option>`) : nothing}
      </datalist>`;
  }

  private pick(input: HTMLInputElement | HTMLSelectElement): void {
    const wanted = input.value.trim();
    const byName = this.choices.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const id = this.choices.some((one) => one.id === wanted) ? wanted : (byName?.id ?? wanted);
    if (!this.isMultiple) {
      this.tell(id === '' ? undefined : id);
      return;
    }
    input.value = '';
    if (id !== '' && !this.ids.includes(id)) this.tell([...this.ids, id]);
  }

  private tell(value: unknown): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }
}
