import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiClose } from '@mdi/js';
import { html, nothing } from 'lit';
import { icon } from '../parts/icon.ts';
import { repeat } from '../parts/repeat.ts';
import { say } from '../texts/say.ts';
import { LightElement } from './light-element.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'notice' | 'trouble';
  /** What it is about, such as an entity ID; the message is removed when that is over. */
  readonly about: string | undefined;
  /** What its button does, such as to undo what it reports. */
  readonly action: ToastAction | undefined;
}

/** A button in a message. */
interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

const STAY = { notice: 4000, trouble: 8000 };
/** How long a message with a button stays, in milliseconds. */
const ACTION_MS = 12_000;
const MAX_COUNT = 3;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/**
 * Shows a message at the edge of the window for a while; screen readers announce it. Identical messages are
 * not repeated.
 */
export function toast(text: string, kind: Toast['kind'] = 'notice', about?: string): void {
  last += 1;
  const id = last;
  show(
    [...toasts.filter((one) => one.text !== text), { id, text, kind, about, action: undefined }].slice(
      -MAX_COUNT,
    ),
  );
  setTimeout(() => dismiss(id), STAY[kind]);
}

/** Shows a message with a button for a while. */
export function toastAction(text: string, action: ToastAction): void {
  last += 1;
  const id = last;
  show([...toasts, { id, text, kind: 'notice', about: undefined, action } as const].slice(-MAX_COUNT));
  setTimeout(() => dismiss(id), ACTION_MS);
}

/** Shows an error message until it is over: see `endTrouble`. */
export function toastTrouble(sentence: string, about?: string): void {
  toast(sentence, 'trouble', about);
}

/** Removes the error messages about something that works by now. */
export function endTrouble(about: string): void {
  if (toasts.some((one) => one.about === about)) show(toasts.filter((one) => one.about !== about));
}

function dismiss(id: number): void {
  show(toasts.filter((one) => one.id !== id));
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows the toasts of the whole app, above open dialogs. */
export class ToastList extends LightElement {
  private readonly redraw = (): void => {
    this.requestUpdate();
    // Reopened, so that it is at the top of the browser's top layer, above dialogs opened since.
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
      ({ id, text, kind, action }) => html`<div class="toast" data-kind=${kind}>
        ${icon(kind === 'trouble' ? mdiAlertCircleOutline : mdiCheckCircleOutline)}
        <span>${text}</span>
        ${
          action === undefined
            ? nothing
            : html`<button
                type="button"
                class="link"
                @click=${() => {
                  dismiss(id);
                  action.run();
                }}
              >
                ${action.text}
              </button>`
        }
        <button type="button" class="quiet round" aria-label=${say('action.close')} @click=${() => dismiss(id)}>
          ${icon(mdiClose)}
        </button>
      </div>`,
    );
  }
}
