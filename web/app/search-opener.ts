import { mdiMagnify } from '@mdi/js';
import { html, nothing } from 'lit';
import { failure } from '../parts/failure.ts';
import { icon } from '../parts/icon.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { define } from './define.ts';
import { LightElement } from './light-element.ts';
import { toastTrouble } from './toasts.ts';

/** How far the page is pulled down to open the search, in CSS pixels. */
const PULL = 90;
/** Where keys are text. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';

/**
 * Opens the search: a button, Ctrl-K or ⌘-K, `/`, and pulling down the page on touch screens. On a page with a
 * search field of its own, `/` goes there. The search itself is loaded on first use.
 */
export class SearchOpener extends LightElement {
  static override properties = { home: { attribute: false }, isOpen: { state: true } };

  declare home: HomeStore;
  declare isOpen: boolean;
  private isBusy = false;
  /** What was typed while the search is loaded. */
  private typed = '';
  /** Where a pull began; undefined while there is none. */
  private from: number | undefined;

  constructor() {
    super();
    this.isOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.press);
    document.addEventListener('touchstart', this.grasp, { passive: true });
    document.addEventListener('touchmove', this.pull, { passive: true });
    document.addEventListener('touchend', this.release);
    document.addEventListener('touchcancel', this.drop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.press);
    document.removeEventListener('touchstart', this.grasp);
    document.removeEventListener('touchmove', this.pull);
    document.removeEventListener('touchend', this.release);
    document.removeEventListener('touchcancel', this.drop);
  }

  protected override render() {
    return html`<button
        type="button"
        class="search-open quiet"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        @click=${() => this.open()}
      >
        ${icon(mdiMagnify)}<span>${say('search.open')}</span><kbd aria-hidden="true">${isApple() ? '⌘K' : say('search.keys')}</kbd>
      </button>
      <span class="pull-cue" aria-hidden="true">${icon(mdiMagnify)}</span>
      ${
        this.isOpen
          ? html`<hearth-palette
              .home=${this.home}
              .text=${this.typed}
              @closed=${() => {
                this.isOpen = false;
              }}
            ></hearth-palette>`
          : nothing
      }`;
  }

  private async open(): Promise<void> {
    if (this.isBusy || this.isOpen) return;
    this.isBusy = true;
    this.typed = '';
    document.addEventListener('keydown', this.collect, true);
    try {
      define({ 'hearth-palette': (await import('../search/command-palette.ts')).CommandPalette });
      this.isOpen = this.isBusy;
    } catch (error) {
      toastTrouble(failure(error));
    } finally {
      // The palette is rendered and has the focus before the next key arrives.
      document.removeEventListener('keydown', this.collect, true);
      this.isBusy = false;
    }
  }

  /** Keeps what is typed while the search is loaded; Escape gives it up. */
  private readonly collect = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || event.isComposing) return;
    if (key === 'Escape') this.isBusy = false;
    else if (key === 'Backspace') this.typed = this.typed.slice(0, -1);
    else if ([...key].length === 1) this.typed += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || event.isComposing || altKey || isDialogOpen()) return;
    const isCommand = ctrlKey !== metaKey && key.toLowerCase() === 'k';
    const isSlash =
      !ctrlKey && !metaKey && key === '/' && !(target instanceof Element && target.matches(TYPED));
    if (!isCommand && !isSlash) return;
    // The code editor has shortcuts of its own.
    if (isCommand && target instanceof Element && target.closest('.cm-editor') !== null) return;
    event.preventDefault();
    const own = isSlash ? document.querySelector<HTMLInputElement>('#content input[type="search"]') : null;
    if (own === null) void this.open();
    else own.focus();
  };

  private readonly grasp = ({ touches, target }: TouchEvent): void => {
    const isAtTop = window.scrollY <= 0 && touches.length === 1 && !isDialogOpen();
    const isFree = target instanceof Element && target.closest(`${TYPED}, canvas, .wheel, .bar`) === null;
    this.from = isAtTop && isFree ? touches[0]?.clientY : undefined;
  };

  private readonly pull = ({ touches }: TouchEvent): void => {
    const [touch] = touches;
    if (this.from === undefined || touch === undefined) return;
    const share = window.scrollY > 0 ? 0 : Math.max(0, Math.min(1, (touch.clientY - this.from) / PULL));
    this.style.setProperty('--pulled', String(share));
    this.toggleAttribute('data-ready', share === 1);
  };

  private readonly release = (): void => {
    const isFar = this.hasAttribute('data-ready');
    this.drop();
    if (isFar) void this.open();
  };

  private readonly drop = (): void => {
    this.from = undefined;
    this.style.removeProperty('--pulled');
    this.removeAttribute('data-ready');
  };
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
