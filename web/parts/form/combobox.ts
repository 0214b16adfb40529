import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';
import type { Choice, ChoiceSource } from './form-field.ts';
import { matching, named } from './matching.ts';

/** The most options rendered; users type to narrow them down. */
const SHOWN = 60;

/** Chooses one of many by typing part of its name. Fires `changed` with the ID, undefined when cleared. */
export class Combobox extends LightElement {
  static override properties = {
    name: { attribute: false },
    choices: { attribute: false },
    value: { attribute: false },
    isTyped: { attribute: false },
    isAdding: { attribute: false },
    describedBy: { attribute: false },
    isInvalid: { attribute: false },
    typed: { state: true },
    at: { state: true },
    isOpen: { state: true },
  };

  declare name: string;
  declare choices: readonly Choice[] | ChoiceSource;
  declare value: string | undefined;
  /** Whether unknown text is accepted as an ID. */
  declare isTyped: boolean;
  /** Whether the text is cleared after each choice. */
  declare isAdding: boolean;
  declare describedBy: string | undefined;
  declare isInvalid: boolean;
  /** The text being typed; undefined while idle. */
  declare typed: string | undefined;
  /** The index of the highlighted option; -1 for none. */
  declare at: number;
  declare isOpen: boolean;
  /** All options as of when the list was opened. */
  private known: readonly Choice[] | undefined;

  constructor() {
    super();
    this.name = 'choice';
    this.choices = [];
    this.value = undefined;
    this.isTyped = false;
    this.isAdding = false;
    this.describedBy = undefined;
    this.isInvalid = false;
    this.typed = undefined;
    this.at = -1;
    this.isOpen = false;
  }

  /** Options may arrive from the server while the user is typing. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('choices') || this.known?.length !== 0) return;
    this.known = undefined;
    if (this.typed !== undefined) this.type(this.typed);
  }

  protected override render() {
    const { name, at, isOpen, typed } = this;
    return html`<div class="combobox">
      <input
        id=${name}
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-autocomplete="list"
        aria-expanded=${String(isOpen)}
        aria-controls=${ifDefined(isOpen ? `${name}-list` : undefined)}
        aria-activedescendant=${ifDefined(isOpen && at >= 0 ? `${name}-${at}` : undefined)}
        aria-describedby=${ifDefined(this.describedBy)}
        aria-invalid=${String(this.isInvalid)}
        placeholder=${this.isAdding ? say('form.add_one') : say('form.search')}
        .value=${live(typed ?? this.text())}
        @input=${(event: InputEvent) => this.type((event.target as HTMLInputElement).value)}
        @click=${this.open}
        @blur=${this.leave}
        @keydown=${this.press}
      />
      ${isOpen ? this.list() : nothing}
    </div>`;
  }

  private list(): TemplateResult {
    const { shown, isMore } = this.listed();
    return html`<ul
      class="combobox-list"
      id="${this.name}-list"
      role="listbox"
      aria-label=${say('form.choices')}
      @mousedown=${(event: Event) => event.preventDefault()}
    >
      ${shown.map((choice, i) => this.option(choice, i))}
      ${isMore ? html`<li class="hint" role="presentation">${say('form.type_more')}</li>` : nothing}
      ${shown.length === 0 ? html`<li class="hint" role="presentation">${say('list.none')}</li>` : nothing}
    </ul>`;
  }

  private option({ id, name, detail, iconPath }: Choice, i: number): TemplateResult {
    return html`<li
      id="${this.name}-${i}"
      role="option"
      aria-selected=${String(id === this.value)}
      data-at=${i === this.at ? 'here' : 'off'}
      @click=${() => this.choose(id)}
    >
      ${iconPath === undefined ? nothing : icon(iconPath)}
      <span class="option-text"><span>${name}</span>${detail === undefined || detail === '' ? nothing : html`<small class="hint">${detail}</small>`}</span>
    </li>`;
  }

  /** The options that match the typed text. */
  private listed(): { readonly shown: readonly Choice[]; readonly isMore: boolean } {
    if (!this.isOpen) return { shown: [], isMore: false };
    const { typed = '' } = this;
    const found = matching(this.all(), typed);
    const isNew = this.isTyped && typed.trim() !== '' && named(found, typed) === undefined;
    const own = isNew ? [{ id: typed.trim(), name: say('form.use', { text: typed.trim() }) }] : [];
    return { shown: [...found.slice(0, SHOWN), ...own], isMore: found.length > SHOWN };
  }

  private all(): readonly Choice[] {
    this.known ??= 'all' in this.choices ? this.choices.all() : this.choices;
    return this.known;
  }

  private text(): string {
    const { value = '' } = this;
    if (this.isAdding || value === '') return '';
    const found =
      'all' in this.choices ? this.choices.find(value) : this.choices.find(({ id }) => id === value);
    return found?.name ?? value;
  }

  private readonly open = (): void => {
    if (this.isOpen) return;
    this.isOpen = true;
    // Typing replaces the present choice.
    this.querySelector('input')?.select();
    this.at = this.listed().shown.findIndex(({ id }) => id === this.value);
    void this.updateComplete.then(() => this.reveal());
  };

  private type(text: string): void {
    this.typed = text;
    this.isOpen = true;
    const { shown } = this.listed();
    this.at = text.trim() === '' || shown.length === 0 ? -1 : 0;
    void this.updateComplete.then(() => this.reveal());
  }

  private readonly press = (event: KeyboardEvent): void => {
    const { shown } = this.listed();
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (this.isOpen) this.step(event.key === 'ArrowDown' ? 1 : -1, shown.length);
      else this.open();
    } else if (event.key === 'Enter' && this.isOpen) {
      event.preventDefault();
      const choice = shown[this.at];
      if (choice === undefined) this.settle();
      else this.choose(choice.id);
    } else if (event.key === 'Escape' && this.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  };

  private step(by: number, count: number): void {
    this.at = Math.max(0, Math.min(count - 1, this.at + by));
    void this.updateComplete.then(() => this.reveal());
  }

  private readonly leave = (): void => this.settle();

  /** Accepts the typed text if it names an option, or any text if `isTyped`. */
  private settle(): void {
    const { typed } = this;
    const text = typed?.trim() ?? '';
    const known = text === '' ? '' : (named(this.all(), text)?.id ?? (this.isTyped ? text : undefined));
    const id = typed === undefined ? undefined : known;
    if (id === undefined) this.close();
    else this.choose(id);
  }

  private choose(id: string): void {
    this.close();
    if (id === '' && this.isAdding) return;
    if (id === (this.value ?? '') && !this.isAdding) return;
    if (!this.isAdding) this.value = id === '' ? undefined : id;
    this.dispatchEvent(new CustomEvent('changed', { detail: id === '' ? undefined : id }));
  }

  private close(): void {
    this.typed = undefined;
    this.isOpen = false;
    this.at = -1;
    this.known = undefined;
    this.requestUpdate();
  }

  private reveal(): void {
    const list = this.querySelector('.combobox-list');
    list?.scrollIntoView({ block: 'nearest' });
    list?.querySelector('[data-at="here"]')?.scrollIntoView({ block: 'nearest' });
  }
}
