import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { closeByDragging } from './sheet-drag.ts';

/** A modal dialog. */
export interface DialogView {
  readonly title: string;
  readonly body: TemplateResult;
  readonly isWide?: boolean;
  /** Content next to the title. */
  readonly head?: TemplateResult | undefined;
  /** Called when it was closed in any way; the owner stops rendering it. */
  readonly onClose: () => void;
}

/** The initial focus: the first input, or the harmless one of two answers. */
const FIRST = 'form[data-first] input, form:not(.value-field) input, button[data-first]';

/** A modal dialog: the browser traps the focus, closes it on Escape and restores the focus. */
export function dialog({ title, body, head, isWide = false, onClose }: DialogView): TemplateResult {
  return html`<dialog class=${isWide ? 'dialog wide' : 'dialog'} aria-label=${title} ${ref(show)} @close=${onClose}>
    ${head === undefined ? html`<h2 tabindex="-1">${title}</h2>` : html`<div class="dialog-head"><h2 tabindex="-1">${title}</h2>${head}</div>`}
    ${body}
  </dialog>`;
}

/** Closes the dialog that the event came from. */
export function closeDialog(event: Event): void {
  (event.currentTarget as Element).closest('dialog')?.close();
}

/** Asks for confirmation of something irreversible. */
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
  // The element is not yet in the document when it is created.
  queueMicrotask(() => {
    if (!(element instanceof HTMLDialogElement) || !element.isConnected || element.open) return;
    element.showModal();
    closeByDragging(element);
    (element.querySelector<HTMLElement>(FIRST) ?? element.querySelector('h2'))?.focus();
  });
}
