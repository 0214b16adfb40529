import { html, nothing, type TemplateResult } from 'lit';
import { domainOf, nameOf } from '../../state/entity.ts';
import { plain } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { act } from '../actions.ts';
import { appAddress } from '../addresses.ts';
import type { CardView } from '../card-kind.ts';
import { cardNote } from '../card-note.ts';
import { type Config, configIn, entityIn, itemsIn, textIn } from '../config.ts';
import { isVisible } from '../visibility.ts';
import { lookOf, missingEntity, shownValue } from './entity-cards.ts';

const READINGS = new Set(['sensor', 'binary_sensor', 'event']);

/** A row of a list of entities: an entity, or one of the special rows. */
export function rowOf(view: CardView, row: Config): TemplateResult | typeof nothing {
  if (!isVisible(view.home, row.visibility)) return nothing;
  const type = textIn(row.type);
  const make = type !== undefined && Object.hasOwn(ROWS, type) ? ROWS[type] : undefined;
  if (make !== undefined) return make(view, row);
  if (type?.startsWith('custom:'))
    return cardNote(say('dashboards.foreign_row', { type: type.slice(0, 80) }));
  return entityRow(view, row);
}

function entityRow(view: CardView, row: Config): TemplateResult {
  const { home, isFar } = view;
  const id = entityIn(row);
  if (id === undefined || home.entity(id) === undefined) return missingEntity(id);
  const isReading = READINGS.has(domainOf(id)) && row.tap_action === undefined && row.name === undefined;
  return isReading
    ? html`<hearth-reading .home=${home} .entityId=${id} .isLive=${!isFar}></hearth-reading>`
    : html`<hearth-tile .home=${home} .entityId=${id} .isLive=${!isFar} .look=${lookOf({ ...view, config: row })}></hearth-tile>`;
}

type Row = (view: CardView, row: Config) => TemplateResult | typeof nothing;

const action: Row = ({ home, host }, row) => {
  const label = textIn(row.action_name) ?? say('dashboards.run');
  const tap = configIn(row.tap_action) ?? {
    action: 'perform-action',
    perform_action: row.service ?? row.action,
    data: row.service_data ?? row.data,
    target: row.target,
  };
  return html`<div class="card-row">
    <hearth-icon .name=${textIn(row.icon)} .path=${''}></hearth-icon><span>${textIn(row.name) ?? ''}</span>
    <button type="button" @click=${() => act({ home, host, config: { ...row, tap_action: tap } })}>${label}</button>
  </div>`;
};

const section: Row = (_, row) => html`<p class="card-section">${textIn(row.label) ?? ''}</p>`;

const weblink: Row = (_, row) => {
  const url = textIn(row.url) ?? '';
  const name = textIn(row.name) ?? url;
  const isOwn = url.startsWith('/') && !url.startsWith('//');
  if (!isOwn && !/^https?:\/\//i.test(url)) return html`<div class="card-row"><span>${name}</span></div>`;
  return html`<a
    class="card-row"
    href=${isOwn ? appAddress(url) : url}
    target=${isOwn ? nothing : '_blank'}
    rel="noopener noreferrer"
    ><hearth-icon .name=${textIn(row.icon) ?? 'mdi:link'} .path=${''}></hearth-icon><span>${name}</span></a
  >`;
};

const attribute: Row = (view, row) => {
  const id = entityIn(row);
  const entity = id === undefined ? undefined : view.home.entity(id);
  if (entity === undefined) return missingEntity(id);
  const name = textIn(row.name) ?? `${nameOf(entity)} · ${plain(textIn(row.attribute) ?? '')}`;
  const value = shownValue(entity, { home: view.home, config: { ...row, unit: row.suffix } });
  return html`<div class="card-row"><hearth-icon .name=${textIn(row.icon)} .path=${''}></hearth-icon>
    <span>${name}</span><b>${textIn(row.prefix) ?? ''}${value}</b></div>`;
};

/** The special rows by type. */
const ROWS: Readonly<Record<string, Row>> = {
  divider: () => html`<hr />`,
  section,
  weblink,
  attribute,
  button: action,
  'call-service': action,
  'perform-action': action,
  text: (_, row) =>
    html`<div class="card-row"><hearth-icon .name=${textIn(row.icon)} .path=${''}></hearth-icon>
      <span>${textIn(row.name) ?? ''}</span><b>${textIn(row.text) ?? ''}</b></div>`,
  buttons: ({ home, host }, row) =>
    html`<ul class="chips">${itemsIn(row.entities).map((item) => {
      const id = entityIn(item);
      const entity = id === undefined ? undefined : home.entity(id);
      const name = textIn(item.name) ?? (entity === undefined ? (id ?? '') : nameOf(entity));
      return html`<li><button type="button" class="chip" @click=${() =>
        act({ home, host, config: { tap_action: { action: 'toggle' }, ...item } })}>${name}</button></li>`;
    })}</ul>`,
  conditional: (view, row) =>
    isVisible(view.home, row.conditions) ? rowOf(view, configIn(row.row) ?? {}) : nothing,
  cast: () => cardNote(say('dashboards.cast')),
};
