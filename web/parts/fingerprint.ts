import { html, type TemplateResult } from 'lit';

/** A fingerprint that breaks between its pairs of digits. */
export function fingerprintView(fingerprint: string): TemplateResult {
  const pairs = fingerprint.split(':').map((pair, index) => (index === 0 ? pair : html`:<wbr>${pair}`));
  return html`<p class="fingerprint"><code>${pairs}</code></p>`;
}
