import { html, type TemplateResult } from 'lit';

/** The picture of an integration, beside its name. */
export function brandPicture(domain: string): TemplateResult {
  const path = `/api/brands/integration/${encodeURIComponent(domain)}/icon.png`;
  return html`<img class="row-picture" src=${path} alt="" width="32" height="32" loading="lazy" />`;
}
