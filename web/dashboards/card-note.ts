import { html, nothing, type TemplateResult } from 'lit';

/** A plain tile with a note, for what cannot be shown. */
export function cardNote(text: string, detail?: string): TemplateResult {
  return html`<div class="card-note">
    <p>${text}</p>
    ${detail === undefined ? nothing : html`<p class="hint">${detail}</p>`}
  </div>`;
}
