import { html, nothing, type TemplateResult } from 'lit';
import { entityIcon } from '../../cards/entity-icon.ts';
import { toneOf } from '../../cards/entity-tone.ts';
import { stateText } from '../../cards/state-text.ts';
import { nameOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { act, canToggle } from '../actions.ts';
import type { CardView } from '../card-kind.ts';
import { type Config, configIn, configsIn, entityIn, textIn } from '../config.ts';
import { elementStyle } from '../element-style.ts';
import { imageOf } from '../image.ts';
import { isVisible } from '../visibility.ts';
import { shownValue } from './entity-cards.ts';

/** An item of a picture at its place; those of third parties are left out. */
export function elementOf(view: CardView, element: Config): TemplateResult | typeof nothing {
  const { home } = view;
  if (element.type === 'conditional')
    return isVisible(home, element.conditions)
      ? html`${configsIn(element.elements).map((one) => elementOf(view, one))}`
      : nothing;
  const content = contentOf(view, element);
  return content === nothing
    ? nothing
    : html`<div class="picture-element" ${elementStyle(element.style)}>${content}</div>`;
}

function contentOf(view: CardView, element: Config): TemplateResult | typeof nothing {
  const { home, host } = view;
  const id = entityIn(element);
  const entity = id === undefined ? undefined : home.entity(id);
  const own = { home, host, config: element };
  const title =
    textIn(element.title) ?? textIn(element.name) ?? (entity === undefined ? undefined : nameOf(entity));
  switch (element.type) {
    case 'state-icon':
    case 'state-badge': {
      if (entity === undefined) return nothing;
      const config =
        element.tap_action === undefined && canToggle(home, entity.entity_id)
          ? { ...element, tap_action: { action: 'toggle' } }
          : element;
      return html`<button type="button" class="element-icon" data-tone=${toneOf(entity) ?? nothing}
        aria-label="${title ?? ''}: ${stateText(entity, home)}" title=${title ?? nothing} @click=${() => act({ home, host, config })}>
        <hearth-icon .name=${textIn(element.icon) ?? entity.attributes.icon} .path=${entityIcon(entity)}></hearth-icon>
        ${element.type === 'state-badge' ? html`<small>${stateText(entity, home)}</small>` : nothing}</button>`;
    }
    case 'state-label':
      return entity === undefined
        ? nothing
        : html`<button type="button" class="element-label" title=${title ?? nothing} @click=${() => act(own)}>
            ${textIn(element.prefix) ?? ''}${shownValue(entity, { home, config: element })}${textIn(element.suffix) ?? ''}</button>`;
    case 'service-button':
    case 'action-button': {
      const tap = {
        ...{ action: 'perform-action', perform_action: element.action ?? element.service },
        data: configIn(element.data) ?? element.service_data,
        target: element.target,
      };
      return html`<button type="button" @click=${() => act({ home, host, config: { ...element, tap_action: tap } })}>
        ${title ?? say('dashboards.run')}</button>`;
    }
    case 'icon':
      return html`<button type="button" class="element-icon" aria-label=${title ?? say('dashboards.button')} @click=${() => act(own)}>
        <hearth-icon .name=${textIn(element.icon)} .path=${''}></hearth-icon></button>`;
    case 'image':
      return html`<button type="button" class="element-image" aria-label=${title ?? say('dashboards.picture')} @click=${() => act(own)}>
        ${imageOf(home, element, '')}</button>`;
    default:
      return nothing;
  }
}
