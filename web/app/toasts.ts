import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiClose } from '@mdi/js';
import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icon.ts';
import { say } from '../words/say.ts';
import { LightElement } from './light-element.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'news' | 'trouble';
}

const STAY = { news: 4000, trouble: 8000 };
const MOST = 3;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** Says a sentence at the edge of the window for a while; screen readers say it too. The same sentence is said once at a time. */
export function toast(text: string, kind: Toast['kind'] = 'news'): void {
  last += 1;
  const id = last;
  show([...toasts.filter((one) => one.text !== text), { id, text, kind }].slice(-MOST));
  setTimeout(() => dismiss(id), STAY[kind]);
}

/** Says that something failed, and why. */
export function toastTrouble(sentence: string): void {
  toast(sentence, 'trouble');
}

function dismiss(id: number): void {
  show(toasts.filter((one) => one.id !== id));
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Where toasts are shown; one for the whole app. It stands above open windows. */
export class ToastRack extends LightElement {
  private readonly redraw = (): void => {
    this.requestUpdate();
    // Anew at the top of the browser's top layer, above a window that was opened since.
    if (!this.isConnected) return;
    if (this.matches(':popover-open')) this.hidePopover();
    if (toasts.length > 0) this.showPopover();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('popover', 'manual');
    this.setAttribute('role', 'status');
    listeners.add(this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    listeners.delete(this.redraw);
  }

  protected override render() {
    return repeat(
      toasts,
      ({ id }) => id,
      ({ id, text, kind }) => html`<div class="toast" data-kind=${kind}>
        ${icon(kind === 'trouble' ? mdiAlertCircleOutline : mdiCheckCircleOutline)}
        <span>${text}</span>
        <button type="button" class="quiet round" aria-label=${say('action.close')} @click=${() => dismiss(id)}>
          ${icon(mdiClose)}
        </button>
      </div>`,
    );
  }
}
