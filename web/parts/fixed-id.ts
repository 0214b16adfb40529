import { html, type TemplateResult } from 'lit';

/** An id as it is written in files; in a narrow column it breaks where its words end. */
export function fixedId(id: string): TemplateResult {
  return html`<code>${breakable(id)}</code>`;
}

/** A text that may hold ids: in a narrow column they break where their words end. */
export function breakable(text: string): (string | TemplateResult)[] {
  return text.split(/(?<=[._])/).map((part, at) => (at === 0 ? part : html`<wbr />${part}`));
}
