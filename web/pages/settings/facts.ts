import { html, type TemplateResult } from 'lit';

/** Names and values side by side. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): TemplateResult {
  return html`<dl class="about">${pairs.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}
