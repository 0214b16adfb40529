import { html, type TemplateResult } from 'lit';
import type { EntityUsage, HistoryUsage } from '../../../server/statistics.ts';
import { say } from '../../../texts/say.ts';
import { facts } from '../../settings/facts.ts';
import { bytesPerDay, bytesText, count } from './usage-figures.ts';

/** For how long the history is kept, and what it occupies. */
export function retentionCard({ keep_days, short_term_days, entities }: HistoryUsage): TemplateResult {
  const sum = (of: (one: EntityUsage) => number): number => entities.reduce((all, one) => all + of(one), 0);
  return html`<section class="card" aria-labelledby="statistics-kept">
    <h2 id="statistics-kept">${say('statistics.kept')}</h2>
    ${facts([
      [say('statistics.changes_kept'), say('statistics.days', { count: keep_days })],
      [say('statistics.short_kept'), say('statistics.days', { count: short_term_days })],
      [say('statistics.hours_kept'), say('statistics.forever')],
      [say('statistics.size'), bytesText(sum(({ bytes }) => bytes))],
      [
        say('statistics.rate'),
        say('statistics.rate_of', {
          rows: count(sum(({ per_day }) => per_day)),
          bytes: bytesText(sum(bytesPerDay)),
        }),
      ],
    ])}
    <p class="hint">${say('statistics.kept_hint')}</p>
  </section>`;
}
