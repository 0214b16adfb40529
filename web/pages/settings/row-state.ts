import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { entityIcon } from '../../cards/entity-icon.ts';
import { openEntity } from '../../cards/open-entity.ts';
import { stateText } from '../../cards/state-text.ts';
import type { Entity } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';

/** The state of an entity in a row of a list, which opens its dialog. */
export function rowState(
  host: LitElement & { readonly home: HomeStore },
  entity: Entity,
  name: string,
): TemplateResult {
  const text = stateText(entity, host.home);
  return html`<button
    type="button"
    class="row-value row-state"
    aria-haspopup="dialog"
    aria-label=${`${name}: ${text}`}
    @click=${() => openEntity(host, entity.entity_id)}
  >
    ${text}
  </button>`;
}

/** The icon of an entity in a row of a list; an empty place of the same size if it has no state. */
export function rowIcon(home: HomeStore, entity: Entity | undefined): TemplateResult {
  const own = entity?.attributes.icon ?? home.places.entries.get(entity?.entity_id ?? '')?.icon;
  return html`<span class="row-icon">${
    entity === undefined
      ? nothing
      : html`<hearth-icon .name=${own} .path=${entityIcon(entity)}></hearth-icon>`
  }</span>`;
}
