import { html, nothing, type TemplateResult } from 'lit';
import { stateText } from '../../cards/state-text.ts';
import { domainOf, nameOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { act, canToggle, hasAction, toggle } from '../actions.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { configsIn, entityIn, itemsIn, textIn } from '../config.ts';
import { imageOf } from '../image.ts';
import { isVisible } from '../visibility.ts';
import { missingEntity } from './entity-cards.ts';
import { glanceItem } from './glance-item.ts';
import { elementOf } from './picture-elements.ts';

function picture(view: CardView): TemplateResult {
  const { home, config } = view;
  const alt = textIn(config.alt_text) ?? '';
  const image = imageOf(home, config, alt);
  return hasAction(config, 'tap_action')
    ? html`<button type="button" class="dash-card card-picture" aria-label=${alt || say('dashboards.picture')} @click=${() => act(view)}>${image}</button>`
    : html`<div class="dash-card card-picture">${image}</div>`;
}

function pictureEntity(view: CardView): TemplateResult {
  const { home, config, isFar } = view;
  const id = entityIn(config);
  const entity = id === undefined ? undefined : home.entity(id);
  if (id === undefined || entity === undefined) return missingEntity(id);
  if (domainOf(id) === 'camera' && config.image === undefined && config.camera_image === undefined)
    return html`<div class="dash-card card-camera"><hearth-camera-tile .home=${home} .entityId=${id} .isLive=${!isFar}></hearth-camera-tile></div>`;
  const name = textIn(config.name) ?? nameOf(entity);
  const state = stateText(entity, home);
  return html`<button type="button" class="dash-card card-picture" aria-label="${name}: ${state}" @click=${() => act(view)}>
    ${imageOf(home, config, '')}
    <span class="picture-foot">
      ${config.show_name === false ? nothing : html`<strong>${name}</strong>`}
      ${config.show_state === false ? nothing : html`<span>${state}</span>`}
    </span>
  </button>`;
}

function pictureGlance(view: CardView): TemplateResult {
  const { home, config, host } = view;
  const title = textIn(config.title);
  const camera = textIn(config.camera_image);
  return html`<section class="dash-card card-picture">
    ${
      camera !== undefined && home.entity(camera) !== undefined
        ? html`<hearth-camera-tile .home=${home} .entityId=${camera} .isLive=${!view.isFar}></hearth-camera-tile>`
        : html`<div class="picture-frame">${imageOf(home, config, title ?? '')}</div>`
    }
    ${title === undefined ? nothing : html`<h2>${title}</h2>`}
    <ul class="glance">${itemsIn(config.entities).map((item) => {
      const id = entityIn(item) ?? '';
      const tap =
        hasAction(item, 'tap_action') || !canToggle(home, id)
          ? item
          : { ...item, tap_action: { action: 'toggle' } };
      return html`<li>${glanceItem({ home, host, depth: view.depth, isFar: view.isFar, config: { show_name: false, show_state: config.show_state === true } }, tap)}</li>`;
    })}</ul>
  </section>`;
}

/** A picture with items at their places: also what users know as a floor plan. */
function pictureElements(view: CardView): TemplateResult {
  const { home, config } = view;
  const title = textIn(config.title);
  const elements = configsIn(config.elements).filter((element) => isVisible(home, element.visibility));
  return html`<section class="dash-card card-picture">
    ${title === undefined ? nothing : html`<h2>${title}</h2>`}
    <div class="picture-elements">
      ${imageOf(home, config, title ?? say('dashboards.picture'))}
      ${elements.map((element) => elementOf(view, element))}
    </div>
  </section>`;
}

function area(view: CardView): TemplateResult {
  const { home, config, depth } = view;
  const id = textIn(config.area);
  const place = id === undefined ? undefined : home.places.areas.get(id);
  if (id === undefined || place === undefined) return missingEntity(id);
  const members = [...home.all()].filter(
    ({ entity_id: one }) => home.areaOf(one)?.area_id === id && !home.places.entries.get(one)?.isHidden,
  );
  const lights = members
    .filter(({ domain, state }) => domain === 'light' && state === 'on')
    .map((one) => one.entity_id);
  const climate = [place.temperature_entity_id, place.humidity_entity_id].flatMap((one) => {
    const entity = one == null ? undefined : home.entity(one);
    return entity === undefined ? [] : [stateText(entity, home)];
  });
  const camera = members.find(({ domain }) => domain === 'camera');
  const isCamera = config.display_type === 'camera' || config.show_camera === true;
  return html`<section class="dash-card card-area">
    ${isCamera && camera !== undefined ? html`<hearth-card .home=${home} .depth=${depth + 1} .config=${{ type: 'picture-entity', entity: camera.entity_id }}></hearth-card>` : nothing}
    <a class="card-head" href="/area/${encodeURIComponent(id)}">
      <hearth-icon .name=${place.icon ?? 'mdi:sofa-outline'} .path=${''}></hearth-icon>
      <h2>${textIn(config.name) ?? place.name}</h2><span>${climate.join(' · ')}</span>
    </a>
    ${
      lights.length === 0
        ? nothing
        : html`<button type="button" @click=${() => lights.filter((one) => home.mayControl(one)).forEach((one) => void toggle(home, one))}>
            ${say('home.lights_off', { name: say('domain.light') })}</button>`
    }
  </section>`;
}

/** The cards with pictures. */
export const PICTURE_KINDS: Readonly<Record<string, CardKind>> = {
  picture: { render: picture, size: () => 5 },
  'picture-entity': { render: pictureEntity, size: () => 5 },
  'picture-glance': { render: pictureGlance, size: () => 6 },
  'picture-elements': { render: pictureElements, size: () => 7 },
  area: {
    render: area,
    size: () => 3,
    columns: 6,
    watches: ({ area: id }, home) =>
      [...home.all()].flatMap(({ entity_id: one }) => (home.areaOf(one)?.area_id === id ? [one] : [])),
  },
};
