import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { entityIcon } from '../cards/entity-icon.ts';
import { toneOf } from '../cards/entity-tone.ts';
import { pictureOf } from '../cards/picture.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { act } from './actions.ts';
import { shownValue } from './cards/entity-cards.ts';
import { filtered } from './cards/list-cards.ts';
import { type Config, configIn, entityIn, itemsIn, textIn } from './config.ts';
import { entitiesOfCard, entitiesOfConditions, isVisible } from './visibility.ts';

const TOTALS = new Set(['power-total', 'water-total', 'gas-total']);

/** The badges above the cards of a view. */
export class DashboardBadges extends LightElement {
  static override properties = { home: { attribute: false }, badges: { attribute: false } };

  declare home: HomeStore;
  declare badges: unknown;

  constructor() {
    super();
    new Watch(this, () => [
      '#members',
      ...new Set(
        itemsIn(this.badges).flatMap((badge) => [
          ...entitiesOfCard(this.home, badge),
          ...entitiesOfConditions(this.home, badge.visibility),
        ]),
      ),
    ]);
  }

  protected override render() {
    const shown = itemsIn(this.badges).flatMap((badge) => this.items(badge));
    return shown.length === 0
      ? nothing
      : html`<ul class="chips badges">${shown.map((one) => html`<li>${one}</li>`)}</ul>`;
  }

  private items(badge: Config): readonly TemplateResult[] {
    const { home } = this;
    if (!isVisible(home, badge.visibility)) return [];
    const type = textIn(badge.type) ?? 'entity';
    if (type === 'entity-filter')
      return filtered(home, badge).flatMap((item) =>
        this.items({ ...configIn(badge.badge), ...item, type: 'entity' }),
      );
    if (TOTALS.has(type)) return [html`<a class="chip" href="/energy">${say('app.energy')}</a>`];
    const id = entityIn(badge);
    if (id !== undefined && home.entity(id) !== undefined) return [this.ofEntity(badge, id)];
    if (id === undefined && (type === 'shortcut' || type === 'alert')) return [this.plain(badge)];
    return [html`<span class="chip" title=${say('dashboards.unknown_card', { type })}>${id ?? type}</span>`];
  }

  private ofEntity(badge: Config, id: string): TemplateResult {
    const { home } = this;
    const entity = home.entity(id);
    if (entity === undefined) return html``;
    const name = textIn(badge.name) ?? nameOf(entity);
    const value = shownValue(entity, { home, config: { ...badge, unit: undefined } });
    const picture =
      badge.show_entity_picture === true || entity.domain === 'person' ? pictureOf(entity) : undefined;
    const isNamed = badge.show_name === true || badge.type === 'state-label';
    return html`<button type="button" class="chip" data-tone=${toneOf(entity) ?? nothing} aria-label="${name}: ${value}" title=${name}
      @click=${() => act({ home, host: this, config: badge })}>
      ${
        badge.show_icon === false
          ? nothing
          : picture === undefined
            ? html`<hearth-icon .name=${textIn(badge.icon) ?? entity.attributes.icon} .path=${entityIcon(entity)}></hearth-icon>`
            : html`<img class="chip-face" src=${picture} alt="" />`
      }
      ${isNamed || entity.domain === 'person' ? html`<span>${name}</span>` : nothing}
      ${badge.show_state === false ? nothing : html`<span>${value}</span>`}
    </button>`;
  }

  private plain(badge: Config): TemplateResult {
    return html`<button type="button" class="chip" @click=${() => act({ home: this.home, host: this, config: badge })}>
      <hearth-icon .name=${textIn(badge.icon)} .path=${''}></hearth-icon>
      <span>${textIn(badge.label) ?? textIn(badge.name) ?? textIn(badge.text) ?? say('dashboards.button')}</span></button>`;
  }
}
