import { html, nothing, type TemplateResult } from 'lit';
import { act } from '../actions.ts';
import type { CardView } from '../card-kind.ts';
import { configIn, entityIn, itemsIn } from '../config.ts';
import { imageOf } from '../image.ts';
import { glanceItem } from './glance-item.ts';

/** What is above or below the rows of a list: a picture, buttons or a plot. */
export function headerOf(view: CardView, given: unknown): TemplateResult | typeof nothing {
  const config = configIn(given);
  if (config === undefined) return nothing;
  const { home, host } = view;
  switch (config.type) {
    case 'picture':
      return html`<button type="button" class="card-picture" @click=${() => act({ home, host, config })}>
        ${imageOf(home, config, '')}</button>`;
    case 'buttons':
      return html`<ul class="glance">${itemsIn(config.entities).map(
        (item) =>
          html`<li>${glanceItem({ ...view, config: { show_state: false, show_name: item.show_name } }, item)}</li>`,
      )}</ul>`;
    case 'graph': {
      const id = entityIn(config);
      return id === undefined
        ? nothing
        : html`<hearth-card .home=${home} .depth=${view.depth + 1} .config=${{ ...config, type: 'sensor' }}></hearth-card>`;
    }
    default:
      return nothing;
  }
}
