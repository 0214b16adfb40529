import { html, nothing, type TemplateResult } from 'lit';
import { entityIcon } from '../../cards/entity-icon.ts';
import { toneOf } from '../../cards/entity-tone.ts';
import { sparklineOf } from '../../cards/sparkline-of.ts';
import { stateText } from '../../cards/state-text.ts';
import type { TileLook } from '../../cards/tile.ts';
import { numberText, withUnit } from '../../parts/number-text.ts';
import { type Entity, nameOf, textOf } from '../../state/entity.ts';
import { plain } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { act, canToggle, hasAction, isWithoutAction, toggle } from '../actions.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { cardNote } from '../card-note.ts';
import { type Config, configsIn, entityIn, textIn } from '../config.ts';

/** What the slider and the sparkline of a tile show anyway. */
const IN_TILE = new Set(
  'light-brightness cover-position fan-speed valve-position trend-graph toggle button bar-gauge'.split(' '),
);

/** The note for an entity that does not exist, or that the user may not see. */
export function missingEntity(id: string | undefined): TemplateResult {
  return id === undefined
    ? cardNote(say('dashboards.no_entity'))
    : cardNote(say('dashboards.missing_entity'), id);
}

/** The card of one entity. */
function ofEntity(draw: (entity: Entity, view: CardView) => TemplateResult): CardKind['render'] {
  return (view) => {
    const id = entityIn(view.config);
    const entity = id === undefined ? undefined : view.home.entity(id);
    return entity === undefined ? missingEntity(id) : draw(entity, view);
  };
}

/** What a card changes of the tile of its entity. */
export function lookOf(view: CardView): TileLook {
  const { home, config } = view;
  const id = entityIn(config) ?? '';
  const isToggle = hasAction(config, 'tap_action') && isToggleOf(config) && canToggle(home, id);
  const isOwn = hasAction(config, 'tap_action') && !isToggle;
  const isNone = isWithoutAction(config, 'tap_action');
  return {
    name: textIn(config.name),
    icon: textIn(config.icon),
    isStateHidden: config.hide_state === true,
    onTap: isNone ? () => {} : isOwn ? () => void act(view) : undefined,
    onHold: hasAction(config, 'hold_action') ? () => void act(view, 'hold_action') : undefined,
  };
}

function isToggleOf({ tap_action: tap }: Config): boolean {
  return (tap as Config).action === 'toggle';
}

function tile(entity: Entity, view: CardView): TemplateResult {
  const { home, config, isFar } = view;
  const features = configsIn(config.features);
  const isMore = features.some(({ type }) => typeof type === 'string' && !IN_TILE.has(type));
  const tileOf = html`<hearth-tile
    .home=${home}
    .entityId=${entity.entity_id}
    .look=${lookOf(view)}
    .isLive=${!isFar}
  ></hearth-tile>`;
  return isMore
    ? html`<div class="dash-card tile-with-control">${tileOf}
        <hearth-domain-card .home=${home} .entityId=${entity.entity_id} .isBare=${true}></hearth-domain-card></div>`
    : tileOf;
}

/** A large button with an icon; without an entity it just does what its action says. */
function button(view: CardView): TemplateResult {
  const { home, config } = view;
  const id = entityIn(config);
  const entity = id === undefined ? undefined : home.entity(id);
  if (id !== undefined && entity === undefined) return missingEntity(id);
  const name = textIn(config.name) ?? (entity === undefined ? '' : nameOf(entity));
  const isNameless = config.show_name === false || name === '';
  const isOn = entity !== undefined && toneOf(entity) !== undefined;
  const onClick = (): void => {
    if (id !== undefined && !hasAction(config, 'tap_action') && canToggle(home, id)) void toggle(home, id);
    else void act(view);
  };
  return html`<button
    type="button"
    class="dash-card card-button"
    data-tone=${(entity && toneOf(entity)) ?? nothing}
    aria-pressed=${id !== undefined && canToggle(home, id) ? String(isOn) : nothing}
    aria-label=${isNameless ? name || say('dashboards.button') : nothing}
    ?disabled=${isWithoutAction(config, 'tap_action')}
    @click=${onClick}
  >
    ${
      config.show_icon === false
        ? nothing
        : html`<hearth-icon
            .name=${textIn(config.icon) ?? entity?.attributes.icon}
            .path=${entity === undefined ? '' : entityIcon(entity)}
          ></hearth-icon>`
    }
    ${isNameless ? nothing : html`<span>${name}</span>`}
    ${config.show_state === true && entity !== undefined ? html`<small>${stateText(entity, home)}</small>` : nothing}
  </button>`;
}

/** The value that a card shows: the state, or an attribute. */
export function shownValue(entity: Entity, { home, config }: Pick<CardView, 'home' | 'config'>): string {
  const attribute = textIn(config.attribute);
  const unit = textIn(config.unit);
  if (attribute !== undefined) {
    const value = entity.attributes[attribute];
    return withUnit(value == null ? '–' : numberText(String(value)), unit);
  }
  return unit === undefined ? stateText(entity, home) : withUnit(numberText(entity.state), unit);
}

function value(entity: Entity, view: CardView): TemplateResult {
  const { home, config, isFar } = view;
  const attribute = textIn(config.attribute);
  const name = textIn(config.name) ?? nameOf(entity);
  return html`<button
    type="button"
    class="dash-card card-value"
    aria-haspopup="dialog"
    data-tone=${toneOf(entity) ?? nothing}
    @click=${() => act(view)}
  >
    <span class="card-value-head"><span>${name}${attribute === undefined ? nothing : html` · ${plain(attribute)}`}</span>
      <hearth-icon .name=${textIn(config.icon) ?? entity.attributes.icon} .path=${entityIcon(entity)}></hearth-icon></span>
    <b>${shownValue(entity, view)}</b>
    ${config.graph === 'none' || isFar ? nothing : sparklineOf(home, entity)}
  </button>`;
}

function control(entity: Entity, { home, config }: CardView): TemplateResult {
  return html`<section class="dash-card"><hearth-domain-card
    .home=${home}
    .entityId=${entity.entity_id}
    .name=${textIn(config.name) ?? textIn(config.title)}
  ></hearth-domain-card></section>`;
}

function plant(entity: Entity, { config }: CardView): TemplateResult {
  const values = ['moisture', 'temperature', 'brightness', 'conductivity', 'battery'].flatMap((name) => {
    const found = entity.attributes[name];
    if (found == null) return [];
    const units = entity.attributes.unit_of_measurement_dict as Config | undefined;
    return [{ name, text: withUnit(String(found), textIn(units?.[name])) }];
  });
  return html`<section class="dash-card"><h2>${textIn(config.name) ?? nameOf(entity)}</h2>
    <p>${textOf(entity, 'problem') ?? stateText(entity)}</p>
    <dl class="facts">${values.map((one) => html`<div><dt>${plain(one.name)}</dt><dd>${one.text}</dd></div>`)}</dl></section>`;
}

const controlCard: CardKind = { render: ofEntity(control), size: () => 6 };

/** The cards of single entities. */
export const ENTITY_KINDS: Readonly<Record<string, CardKind>> = {
  tile: { render: ofEntity(tile), size: ({ features }) => (Array.isArray(features) ? 4 : 2), columns: 6 },
  button: { render: button, size: () => 3, columns: 6 },
  'entity-button': { render: button, size: () => 3, columns: 6 },
  entity: { render: ofEntity(value), size: () => 3, columns: 6 },
  sensor: { render: ofEntity(value), size: () => 3, columns: 6 },
  light: controlCard,
  thermostat: controlCard,
  humidifier: controlCard,
  'alarm-panel': controlCard,
  'media-control': controlCard,
  'weather-forecast': controlCard,
  'todo-list': controlCard,
  'plant-status': { render: ofEntity(plant), size: () => 4 },
};
