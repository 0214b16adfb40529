import { html, nothing, type TemplateResult } from 'lit';
import { type ImportEntry, OUTCOMES } from '../../../server/imports.ts';
import { say } from '../../../texts/say.ts';

/** How many entries of an outcome are shown. */
const SHOWN = 500;

/** The report of an import: what needs attention first, complete things folded. */
export function importReport(entries: readonly ImportEntry[]): TemplateResult {
  return html`${OUTCOMES.map((outcome) => {
    const some = entries.filter((entry) => entry.outcome === outcome);
    if (some.length === 0) return nothing;
    return html`<details ?open=${outcome === 'partial'}>
      <summary>${say(`imports.${outcome}`)} (${some.length})</summary>
      <ul class="rows">${some.slice(0, SHOWN).map(row)}</ul>
      ${some.length > SHOWN ? html`<p class="hint">${say('imports.more', { count: some.length - SHOWN })}</p>` : nothing}
    </details>`;
  })}`;
}

function row({ kind, name, reason, needsApproval }: ImportEntry): TemplateResult {
  return html`<li class="row wraps"><div class="row-main">
    <p class="row-name">${kind}: ${name}</p>
    ${reason === undefined ? nothing : html`<p class="hint">${reason}</p>`}
    ${needsApproval === true ? html`<p class="hint">${say('imports.approval')}</p>` : nothing}
  </div></li>`;
}
