import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** A window above the page. */
export interface DialogView {
  readonly title: string;
  readonly body: TemplateResult;
  readonly isWide?: boolean;
  /** What stands beside the title. */
  readonly head?: TemplateResult | undefined;
  /** It has been closed, in whatever way; its owner draws it no more. */
  readonly onClose: () => void;
}

/** Where the focus is at first: what is to be filled in, or the harmless one of two answers. */
const FIRST = 'form[data-first] input, form:not(.value-field) input, button[data-first]';

/** A modal window: the browser keeps the focus in it, closes it with Escape, and puts the focus back. */
export function dialog({ title, body, head, isWide = false, onClose }: DialogView): TemplateResult {
  return html`<dialog class=${isWide ? 'dialog wide' : 'dialog'} aria-label=${title} ${ref(show)} @close=${onClose}>
    ${head === undefined ? html`<h2 tabindex="-1">${title}</h2>` : html`<div class="dialog-head"><h2 tabindex="-1">${title}</h2>${head}</div>`}
    ${body}
  </dialog>`;
}

/** Closes the window the event came from. */
export function closeDialog(event: Event): void {
  (event.currentTarget as Element).closest('dialog')?.close();
}

/** Asks before something that cannot be taken back. */
export function confirmation(
  view: Omit<DialogView, 'body'> & {
    readonly question: string;
    readonly yes: string;
    readonly no: string;
    readonly onYes: () => void;
  },
): TemplateResult {
  const accept = (event: Event): void => {
    closeDialog(event);
    view.onYes();
  };
  return dialog({
    title: view.title,
    onClose: view.onClose,
    body: html`<p>${view.question}</p>
      <div class="actions end">
        <button type="button" data-first @click=${closeDialog}>${view.no}</button>
        <button type="button" class="danger" @click=${accept}>${view.yes}</button>
      </div>`,
  });
}

function show(element: Element | undefined): void {
  // The element is not yet in the document when it is made.
  queueMicrotask(() => {
    if (!(element instanceof HTMLDialogElement) || !element.isConnected || element.open) return;
    element.showModal();
    (element.querySelector<HTMLElement>(FIRST) ?? element.querySelector('h2'))?.focus();
  });
}
