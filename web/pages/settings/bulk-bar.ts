import { html, nothing, type TemplateResult } from 'lit';
import { choicesOf } from '../../parts/form/choices.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type RegistryEntry, updateEntry } from './registry.ts';

type Run = (work: () => Promise<unknown>, notice: string) => Promise<void>;

/** The actions for all selected entities; nothing while none is selected. */
export function bulkBar(
  home: HomeStore,
  chosen: readonly RegistryEntry[],
  run: Run,
): TemplateResult | typeof nothing {
  const count = chosen.length;
  if (count === 0) return nothing;
  const forEach = (changes: (entry: RegistryEntry) => object): Promise<void> =>
    run(
      async () => {
        for (const entry of chosen) await updateEntry(home, entry.entity_id, changes(entry));
      },
      say('entities.bulk_done', { count }),
    );
  const worn = new Set(chosen.flatMap(({ labels }) => labels));
  const action = (label: string, changes: object): TemplateResult =>
    html`<button type="button" @click=${() => forEach(() => changes)}>${label}</button>`;
  return html`<div class="bulk" role="group" aria-label=${say('entities.bulk', { count })}>
    <p><b>${say('entities.bulk', { count })}</b></p>
    <div class="tools">
      <select
        aria-label=${say('entities.move')}
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          if (value !== '') void forEach(() => ({ area_id: value === '-' ? null : value }));
        }}
      >
        <option value="">${say('entities.move')}</option>
        ${choicesOf(home, 'area').map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        <option value="-">${say('entities.no_area')}</option>
      </select>
      <select
        aria-label=${say('entities.add_label')}
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          if (value !== '') void forEach(({ labels }) => ({ labels: [...new Set([...labels, value])] }));
        }}
      >
        <option value="">${say('entities.add_label')}</option>
        ${choicesOf(home, 'label').map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
      </select>
      ${
        worn.size === 0
          ? nothing
          : html`<select
              aria-label=${say('entities.take_label')}
              @change=${(event: Event) => {
                const { value } = event.target as HTMLSelectElement;
                if (value !== '')
                  void forEach(({ labels }) => ({ labels: labels.filter((one) => one !== value) }));
              }}
            >
              <option value="">${say('entities.take_label')}</option>
              ${choicesOf(home, 'label')
                .filter(({ id }) => worn.has(id))
                .map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
            </select>`
      }
    </div>
    <div class="actions">
      ${action(say('entities.bulk_hide'), { hidden_by: 'user' })}
      ${action(say('entities.bulk_show'), { hidden_by: null })}
      ${action(say('entities.bulk_disable'), { disabled_by: 'user' })}
      ${action(say('entities.bulk_enable'), { disabled_by: null })}
    </div>
  </div>`;
}
