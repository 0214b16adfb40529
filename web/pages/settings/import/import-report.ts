import { html, nothing, type TemplateResult } from 'lit';
import { type ImportEntry, OUTCOMES } from '../../../server/imports.ts';
import { domainName, wordOr } from '../../../texts/domain-name.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';

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

function row({
  kind,
  name,
  reason,
  reason_translation: translation,
  needsApproval,
}: ImportEntry): TemplateResult {
  return html`<li class="row wraps"><div class="row-main">
    <p class="row-name">${kindText(kind)}: ${name}</p>
    ${reason === undefined ? nothing : html`<p class="hint">${failureText(reason, translation)}</p>`}
    ${needsApproval === true ? html`<p class="hint">${say('imports.approval')}</p>` : nothing}
  </div></li>`;
}

/** What something of the other installation is; the other kinds are domains of helpers. */
function kindText(kind: string): string {
  return wordOr(`imports.kind_${kind.toLowerCase().replace(/\W+/g, '_')}`, domainName(kind));
}
