import { html, nothing, type TemplateResult } from 'lit';
import type { DiffLine } from '../server/items.ts';
import { say } from '../texts/say.ts';

/** The lines of two texts; those far from any difference are omitted. */
export function diffView(lines: readonly DiffLine[]): TemplateResult {
  if (lines.every(({ op }) => op === ' ')) return html`<p class="hint">${say('versions.same')}</p>`;
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - 3), at + 4).some(({ op }) => op !== ' ');
  return html`<pre class="code diff" tabindex="0">${lines.map(({ op, text }, at) => {
    if (isNear(at)) return html`<span data-op=${op}>${op} ${text}\n</span>`;
    return at === 0 || isNear(at - 1) ? html`<span class="hint">…\n</span>` : nothing;
  })}</pre>`;
}
