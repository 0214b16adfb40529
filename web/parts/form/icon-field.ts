import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../texts/say.ts';
import { iconNames } from '../icon-names.ts';

/** The most icons loaded per search. */
const SHOWN = 40;
/** The icons suggested before typing. */
const COMMON =
  'lightbulb lamp ceiling-light floor-lamp power-socket-eu sofa bed silverware-fork-knife shower desk door window-closed-variant garage tree car home account baby-face-outline dog cat television music thermometer radiator fan water lock shield-home bell calendar clock-outline timer-outline weather-sunny weather-night party-popper movie-open washing-machine fridge robot-vacuum flower'.split(
    ' ',
  );

/** Chooses an icon of the set by name. Fires `changed` with `mdi:…`, undefined for none. */
export class IconField extends LightElement {
  static override properties = {
    name: { attribute: false },
    label: { attribute: false },
    value: { attribute: false },
    describedBy: { attribute: false },
    names: { state: true },
    typed: { state: true },
    isOpen: { state: true },
  };

  declare name: string;
  declare label: string;
  declare value: unknown;
  declare describedBy: string | undefined;
  declare names: readonly string[];
  declare typed: string | undefined;
  declare isOpen: boolean;
  private isPressing = false;
  /** Whether the focus was lost while the pointer was down. */
  private isLeft = false;

  constructor() {
    super();
    this.name = 'icon';
    this.label = '';
    this.value = undefined;
    this.describedBy = undefined;
    this.names = [];
    this.typed = undefined;
    this.isOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pointerdown', this.down, true);
    addEventListener('pointerup', this.up, true);
    addEventListener('pointercancel', this.up, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pointerdown', this.down, true);
    removeEventListener('pointerup', this.up, true);
    removeEventListener('pointercancel', this.up, true);
  }

  protected override render() {
    const { name, isOpen } = this;
    const value = typeof this.value === 'string' ? this.value : '';
    return html`<div class="icon-field" @focusout=${this.leave}>
      <div class="icon-line">
        <hearth-icon .name=${value} .path=${''}></hearth-icon>
        <input
          id=${name}
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          placeholder="mdi:lamp"
          aria-describedby=${ifDefined(this.describedBy)}
          .value=${live(this.typed ?? value)}
          @input=${(event: InputEvent) => this.type((event.target as HTMLInputElement).value)}
          @click=${this.open}
          @keydown=${this.press}
        />
      </div>
      ${isOpen ? this.found() : ''}
    </div>`;
  }

  private found(): TemplateResult {
    const wanted = (this.typed ?? '').replace(/^mdi:/, '').trim().toLowerCase();
    const shown = wanted === '' || this.typed === this.value ? COMMON : fitting(this.names, wanted);
    return html`<div class="icon-grid" role="group" aria-label=${say('icons.found', { label: this.label })}>
      ${shown.map(
        (one) => html`<button
          type="button"
          class="quiet"
          aria-label=${one}
          title=${one}
          aria-pressed=${String(this.value === `mdi:${one}`)}
          @click=${() => this.choose(`mdi:${one}`)}
        >
          <hearth-icon .name=${`mdi:${one}`} .path=${''}></hearth-icon>
        </button>`,
      )}
      ${shown.length === 0 ? html`<p class="hint">${say('list.none')}</p>` : ''}
      ${shown.length === SHOWN ? html`<p class="hint">${say('form.type_more')}</p>` : ''}
    </div>`;
  }

  private readonly open = (): void => {
    this.isOpen = true;
    void iconNames().then((names) => {
      this.names = names;
    });
    void this.updateComplete.then(() =>
      this.querySelector('.icon-grid')?.scrollIntoView({ block: 'nearest' }),
    );
  };

  private type(text: string): void {
    this.typed = text;
    this.open();
    if (text.trim() === '') this.emit(undefined);
    else if (/^[^:\s]+:[^:\s]+$/.test(text.trim())) this.emit(text.trim());
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.isOpen) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.open();
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.icon-grid button')?.focus());
    }
  };

  private readonly leave = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
    const wanted = (this.typed ?? '').trim();
    if (wanted !== '' && this.names.includes(wanted)) this.emit(`mdi:${wanted}`);
    // The pressed element must not move before the click: the icons are hidden on release.
    this.isLeft = this.isPressing;
    if (!this.isLeft) this.close();
  };

  private readonly down = (): void => {
    this.isPressing = true;
  };

  private readonly up = (): void => {
    this.isPressing = false;
    if (!this.isLeft) return;
    this.isLeft = false;
    setTimeout(() => this.close());
  };

  private choose(value: string): void {
    this.querySelector('input')?.focus();
    this.close();
    this.emit(value);
  }

  private close(): void {
    this.typed = undefined;
    this.isOpen = false;
  }

  private emit(value: string | undefined): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }
}

/** Sorts names that start with the text before those that contain it. */
function fitting(names: readonly string[], wanted: string): readonly string[] {
  const words = wanted.split(/[\s-]+/);
  const all = names.filter((name) => words.every((word) => name.includes(word)));
  const rank = (name: string): number =>
    name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(`-${wanted}`) ? 2 : 3;
  return all.sort((a, b) => rank(a) - rank(b) || a.length - b.length).slice(0, SHOWN);
}
