import { html, nothing, type TemplateResult } from 'lit';
import { entityIcon } from '../../cards/entity-icon.ts';
import { toneOf } from '../../cards/entity-tone.ts';
import { stateText } from '../../cards/state-text.ts';
import { nameOf } from '../../state/entity.ts';
import { act } from '../actions.ts';
import type { CardView } from '../card-kind.ts';
import { type Config, entityIn, textIn } from '../config.ts';
import { missingEntity } from './entity-cards.ts';

/** An icon with name and state; a tap does what the card says. */
export function glanceItem(view: CardView, item: Config): TemplateResult {
  const { home, config, host } = view;
  const id = entityIn(item);
  const entity = id === undefined ? undefined : home.entity(id);
  if (entity === undefined) return missingEntity(id);
  const own = { ...config, ...item };
  const name = textIn(item.name) ?? nameOf(entity);
  return html`<button
    type="button"
    class="glance-item"
    data-tone=${toneOf(entity) ?? nothing}
    aria-label="${name}: ${stateText(entity, home)}"
    @click=${() => act({ home, host, config: { ...item, entity: id } })}
  >
    ${own.show_name === false ? nothing : html`<span>${name}</span>`}
    ${
      own.show_icon === false
        ? nothing
        : html`<hearth-icon .name=${textIn(item.icon) ?? entity.attributes.icon} .path=${entityIcon(entity)}></hearth-icon>`
    }
    ${own.show_state === false ? nothing : html`<small>${stateText(entity, home)}</small>`}
  </button>`;
}
