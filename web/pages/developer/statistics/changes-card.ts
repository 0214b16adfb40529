import { html, nothing, type TemplateResult } from 'lit';
import { timeText } from '../../../parts/time-text.ts';
import type { StatisticsChange } from '../../../server/statistics.ts';
import { say } from '../../../texts/say.ts';

interface ChangesView {
  readonly nameOf: (statisticId: string) => string;
  readonly isBusy: boolean;
  readonly undo: (changeId: number) => void;
}

/** The changes of statistics, each newest one of a statistic with a button that undoes it. */
export function changesCard(
  changes: readonly StatisticsChange[],
  { nameOf, isBusy, undo }: ChangesView,
): TemplateResult | typeof nothing {
  if (changes.length === 0) return nothing;
  const seen = new Set<string>();
  return html`<section class="card" aria-labelledby="statistics-changes">
      <h2 id="statistics-changes">${say('statistics.changes')}</h2>
      <ul class="rows">
        ${changes.map((change) => {
          const { change_id: id, kind, statistic_id, at } = change;
          const isNewest = !seen.has(statistic_id);
          seen.add(statistic_id);
          const name = nameOf(statistic_id);
          return html`<li class="row wraps">
            <div class="row-main">
              <p class="row-name">${name}</p>
              <p class="hint">${say(`statistics.change_${kind}`)} · ${timeText(at, { dateStyle: 'medium', timeStyle: 'short' })}</p>
            </div>
            ${
              isNewest
                ? html`<button
                    type="button"
                    aria-label="${say('statistics.undo')}: ${name}"
                    ?disabled=${isBusy}
                    @click=${() => undo(id)}
                  >
                    ${say('statistics.undo')}
                  </button>`
                : nothing
            }
          </li>`;
        })}
      </ul>
    </section>`;
}
