import { html, nothing, type TemplateResult } from 'lit';

/** Label and value pairs in two columns; unknown values are omitted. */
export function facts(
  rows: readonly (readonly [label: string, value: string | number | undefined])[],
): TemplateResult | typeof nothing {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return nothing;
  return html`<dl class="facts">
    ${known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
