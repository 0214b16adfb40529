import { html, type TemplateResult } from 'lit';

/** An id as it is written in files; in a narrow column it breaks where its words end. */
export function fixedId(id: string): TemplateResult {
  return html`<code>${id.split(/(?<=[._])/).map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}</code>`;
}
