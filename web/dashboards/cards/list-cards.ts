import { html, nothing, type TemplateResult } from 'lit';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { canToggle } from '../actions.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { type Config, configIn, entityIn, itemsIn, numberIn, textIn, textsIn } from '../config.ts';
import { isVisible } from '../visibility.ts';
import { glanceItem } from './glance-item.ts';
import { headerOf } from './list-header.ts';
import { rowOf } from './rows.ts';

/** The entities of a card that can be switched together, where the card does not turn that off. */
function switchable({ home, config }: CardView): readonly string[] {
  if (config.show_header_toggle === false || config.show_header_toggle === undefined) return [];
  return itemsIn(config.entities).flatMap((item) => {
    const id = entityIn(item);
    return id !== undefined && canToggle(home, id) ? [id] : [];
  });
}

function entities(view: CardView): TemplateResult {
  const { home, config } = view;
  const title = textIn(config.title);
  const ids = switchable(view);
  const isOn = ids.some((id) => home.entity(id)?.state === 'on');
  const toggleAll = (): void => {
    const service = isOn ? 'turn_off' : 'turn_on';
    void home.call({ domain: 'homeassistant', service, target: ids }).catch(() => {});
  };
  return html`<section class="dash-card card-list">
    ${headerOf(view, config.header)}
    ${
      title === undefined && ids.length === 0
        ? nothing
        : html`<header class="card-head"><h2>${title ?? ''}</h2>
            ${
              ids.length === 0
                ? nothing
                : html`<button type="button" role="switch" class="switch" aria-checked=${String(isOn)}
                    aria-label=${say('dashboards.switch_all', { name: title ?? '' })} @click=${toggleAll}></button>`
            }</header>`
    }
    <ul class="card-rows">${itemsIn(config.entities).map((item) => html`<li>${rowOf(view, item)}</li>`)}</ul>
    ${headerOf(view, config.footer)}
  </section>`;
}

function glance(view: CardView): TemplateResult {
  const { config } = view;
  const title = textIn(config.title);
  return html`<section class="dash-card">
    ${title === undefined ? nothing : html`<h2>${title}</h2>`}
    <ul class="glance">${itemsIn(config.entities).map((item) => html`<li>${glanceItem(view, item)}</li>`)}</ul>
  </section>`;
}

/** The entities of a filter that pass it: by conditions, or by the older list of states. */
export function filtered(home: HomeStore, config: Config): readonly Config[] {
  return itemsIn(config.entities).filter((item) => {
    const id = entityIn(item);
    const entity = id === undefined ? undefined : home.entity(id);
    if (id === undefined || entity === undefined) return false;
    const conditions = item.conditions ?? config.conditions;
    if (Array.isArray(conditions))
      return isVisible(
        home,
        conditions.map((one) => ({ entity: id, ...configIn(one) })),
      );
    const filters = itemsOf(item.state_filter ?? config.state_filter);
    return filters.length === 0 || filters.some((filter) => passes(entity.state, filter));
  });
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function passes(state: string, filter: unknown): boolean {
  const one = configIn(filter);
  if (one === undefined) return textsIn(filter).includes(state);
  const [value, number] = [numberIn(one.value), Number(state)];
  switch (one.operator ?? '==') {
    case '<':
      return value !== undefined && number < value;
    case '<=':
      return value !== undefined && number <= value;
    case '>':
      return value !== undefined && number > value;
    case '>=':
      return value !== undefined && number >= value;
    case '!=':
      return !textsIn(one.value).includes(state);
    case 'in':
    case '==':
      return textsIn(one.value).includes(state);
    case 'not in':
      return !textsIn(one.value).includes(state);
    default:
      return true;
  }
}

function entityFilter({ home, config, depth }: CardView): TemplateResult | typeof nothing {
  const shown = filtered(home, config);
  if (shown.length === 0 && config.show_empty === false) return nothing;
  const card = { type: 'entities', ...configIn(config.card), entities: shown };
  return html`<hearth-card .home=${home} .config=${card} .depth=${depth + 1}></hearth-card>`;
}

/** The cards that list entities. */
export const LIST_KINDS: Readonly<Record<string, CardKind>> = {
  entities: { render: entities, size: ({ entities }) => 2 + 2 * itemsIn(entities).length },
  glance: { render: glance, size: ({ entities }) => 2 + 2 * Math.ceil(itemsIn(entities).length / 4) },
  'entity-filter': {
    render: entityFilter,
    size: ({ entities }) => 2 + itemsIn(entities).length,
    watches: ({ entities }) => itemsIn(entities).flatMap((item) => entityIn(item) ?? []),
  },
};
