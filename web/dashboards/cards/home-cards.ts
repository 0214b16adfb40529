import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { PATHS } from '../../app/paths.ts';
import { HomeMap } from '../../controls/home-map.ts';
import { cssValues } from '../../parts/css-values.ts';
import { percent } from '../../parts/number-text.ts';
import { nameOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { act } from '../actions.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { cardNote } from '../card-note.ts';
import { type Config, entityIn, itemsIn, numberIn, textIn } from '../config.ts';
import { missingEntity } from './entity-cards.ts';
import { glanceItem } from './glance-item.ts';

define({ 'hearth-map': HomeMap });

function map({ home, config }: CardView): TemplateResult {
  const title = textIn(config.title);
  const ids = itemsIn(config.entities).flatMap((item) => entityIn(item) ?? []);
  const isFitting = config.auto_fit === true;
  return html`<section class="dash-card card-map">
    ${title === undefined ? nothing : html`<h2>${title}</h2>`}
    <hearth-map .home=${home} .entityIds=${config.show_all === true ? undefined : ids} .isFitting=${isFitting} .hours=${numberIn(config.hours_to_show) ?? 0}></hearth-map>
  </section>`;
}

function calendar({ home, config }: CardView): TemplateResult {
  const ids = itemsIn(config.entities).flatMap((item) => entityIn(item) ?? []);
  if (ids.length === 0) return cardNote(say('dashboards.no_entity'), textIn(config.title));
  return html`<section class="dash-card">
    ${textIn(config.title) === undefined ? nothing : html`<h2>${textIn(config.title)}</h2>`}
    ${ids.map((id) =>
      home.entity(id) === undefined
        ? missingEntity(id)
        : html`<hearth-domain-card .home=${home} .entityId=${id}></hearth-domain-card>`,
    )}
  </section>`;
}

function shoppingList(view: CardView): TemplateResult {
  const { home, config } = view;
  const list = [...home.all()].find(({ entity_id: id }) => id === 'todo.shopping_list');
  return list === undefined
    ? missingEntity('todo.shopping_list')
    : html`<section class="dash-card"><hearth-domain-card .home=${home} .entityId=${list.entity_id} .name=${textIn(config.title)}></hearth-domain-card></section>`;
}

/** Entities that share something, such as power, by their values. */
function distribution(view: CardView): TemplateResult {
  const { home, config, host } = view;
  const rows = itemsIn(config.entities).flatMap((item) => {
    const entity = home.entity(entityIn(item) ?? '');
    const value = numberIn(entity?.state);
    return entity === undefined || value === undefined || value < 0 ? [] : [{ item, entity, value }];
  });
  const sum = rows.reduce((all, { value }) => all + value, 0);
  return html`<section class="dash-card">
    ${textIn(config.title) === undefined ? nothing : html`<h2>${textIn(config.title)}</h2>`}
    <ul class="distribution">${rows
      .sort((a, b) => b.value - a.value)
      .map(
        ({ item, entity, value }) => html`<li ${cssValues({ '--share': sum > 0 ? value / sum : 0 })}>
          <button type="button" class="quiet" @click=${() => act({ home, host, config: item })}>
            <span>${textIn(item.name) ?? nameOf(entity)}</span><b>${sum > 0 ? percent(value / sum) : '–'}</b></button></li>`,
      )}</ul>
  </section>`;
}

/** Switches several entities of a home, area or floor together. */
function toggleGroup(view: CardView): TemplateResult {
  const { config } = view;
  return html`<section class="dash-card">
    ${textIn(config.title) === undefined ? nothing : html`<h2>${textIn(config.title)}</h2>`}
    <ul class="glance">${itemsIn(config.entities ?? config.entity).map(
      (item) => html`<li>${glanceItem(view, { tap_action: { action: 'toggle' }, ...item })}</li>`,
    )}</ul></section>`;
}

const SUMMARIES: Readonly<
  Record<string, (entity: { domain: string; state: string; deviceClass: string }) => boolean>
> = {
  light: ({ domain, state }) => domain === 'light' && state === 'on',
  climate: ({ domain, state }) => domain === 'climate' && state !== 'off',
  security: ({ domain, state, deviceClass }) =>
    (domain === 'lock' && state !== 'locked') ||
    (domain === 'binary_sensor' &&
      state === 'on' &&
      ['door', 'window', 'garage_door', 'opening'].includes(deviceClass)),
  media_players: ({ domain, state }) => domain === 'media_player' && state === 'playing',
  persons: ({ domain, state }) => domain === 'person' && state === 'home',
};

/** The number of entities that something is on, open or playing of, with their names. */
function homeSummary({ home, config }: CardView): TemplateResult {
  const kind = textIn(config.summary) ?? '';
  const isMeant = Object.hasOwn(SUMMARIES, kind) ? SUMMARIES[kind] : undefined;
  if (isMeant === undefined)
    return html`<a class="dash-card card-row" href=${PATHS.home}>${say('home.summary')}</a>`;
  const found = [...home.all()].filter(
    ({ domain, state, attributes, entity_id: id }) =>
      home.places.entries.get(id)?.isHidden !== true &&
      isMeant({ domain, state, deviceClass: String(attributes.device_class) }),
  );
  return html`<a class="dash-card card-row" href=${PATHS.home}>
    <span>${say(`dashboards.summary_${kind as 'light'}`)}</span><b>${found.length}</b>
    <small>${found.slice(0, 3).map(nameOf).join(', ')}</small></a>`;
}

function updates({ home, config }: CardView): TemplateResult | typeof nothing {
  const found = [...home.all()].filter(({ domain, state }) => domain === 'update' && state === 'on');
  if (found.length === 0) return nothing;
  return html`<section class="dash-card card-list"><h2>${textIn(config.title) ?? say('summary.updates_title')}</h2>
    <ul class="card-rows">${found.slice(0, 20).map(({ entity_id: id }) => html`<li><hearth-tile .home=${home} .entityId=${id}></hearth-tile></li>`)}</ul></section>`;
}

const link =
  (text: 'dashboards.repairs' | 'dashboards.discovered', path: string) =>
  ({ home }: CardView): TemplateResult | typeof nothing =>
    home.user.is_admin ? html`<a class="dash-card card-row" href=${path}>${say(text)}</a>` : nothing;

const members: CardKind['watches'] = () => ['#any'];
const note = (): typeof nothing => nothing;

/** The cards of the home as a whole. */
export const HOME_KINDS: Readonly<Record<string, CardKind>> = {
  map: { render: map, size: () => 6 },
  calendar: { render: calendar, size: () => 8 },
  'shopping-list': { render: shoppingList, size: () => 6 },
  distribution: { render: distribution, size: ({ entities }: Config) => 2 + itemsIn(entities).length },
  'toggle-group': { render: toggleGroup, size: () => 3 },
  'home-summary': { render: homeSummary, size: () => 2, columns: 6, watches: members },
  updates: { render: updates, size: () => 3 },
  repairs: { render: link('dashboards.repairs', PATHS.settings), size: () => 1 },
  'discovered-devices': { render: link('dashboards.discovered', `${PATHS.settings}/devices`), size: () => 1 },
  starting: { render: note, size: () => 1 },
  'recovery-mode': { render: note, size: () => 1 },
};
