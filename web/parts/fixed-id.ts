import { html, type TemplateResult } from 'lit';

/** An ID as code, with line breaks allowed between its words. */
export function fixedId(id: string): TemplateResult {
  return html`<code>${breakable(id)}</code>`;
}

/** A text in which IDs may break between their words. */
export function breakable(text: string): (string | TemplateResult)[] {
  return text.split(/(?<=[._])/).map((part, at) => (at === 0 ? part : html`<wbr />${part}`));
}
