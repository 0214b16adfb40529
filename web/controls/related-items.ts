import '../texts/history.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { openEntity } from '../cards/open-entity.ts';
import { stateText } from '../cards/state-text.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { itemIdOf } from '../state/item-id.ts';
import { Watch } from '../state/watch.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';

/** The kinds of items that are shown, in this order. */
const KINDS = ['area', 'device', 'automation', 'script', 'scene', 'group', 'person', 'entity'] as const;
type Kind = (typeof KINDS)[number];
type Related = Readonly<Partial<Record<string, readonly string[]>>>;

const TITLES: Readonly<Record<Kind, TextKey>> = {
  area: 'related.area',
  device: 'related.device',
  automation: 'related.automation',
  script: 'related.script',
  scene: 'related.scene',
  group: 'related.group',
  person: 'related.person',
  entity: 'related.entity',
};
const EDITORS: Readonly<Partial<Record<Kind, string>>> = {
  automation: '/settings/automations',
  script: '/settings/scripts',
  scene: '/settings/scenes',
};
/** More are not listed. */
const MAX = 12;

/** What an entity, device, area, automation or script is related to, each with a link. */
export class RelatedItems extends LightElement {
  static override properties = {
    home: { attribute: false },
    type: { attribute: false },
    itemId: { attribute: false },
    without: { attribute: false },
    related: { state: true },
  };

  declare home: HomeStore;
  declare type: Exclude<Kind, 'group'>;
  /** Its ID; the entity ID of automations, scripts and scenes. */
  declare itemId: string;
  /** Kinds that the page shows elsewhere. */
  declare without: readonly Kind[];
  declare related: Related | undefined;

  constructor() {
    super();
    this.without = [];
    this.related = undefined;
    new Watch(this, () => ['#places', ...(this.related?.entity ?? []).slice(0, MAX)]);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('itemId') || changed.has('type')) void this.load();
  }

  protected override render() {
    const { related = {}, without } = this;
    const kinds = KINDS.filter((kind) => (related[kind]?.length ?? 0) > 0 && !without.includes(kind));
    if (kinds.length === 0) return nothing;
    return html`<details class="related">
      <summary>${say('related.title')}</summary>
      <dl>${kinds.map((kind) => this.group(kind, related[kind] ?? []))}</dl>
    </details>`;
  }

  private group(kind: Kind, ids: readonly string[]): TemplateResult {
    const more = ids.length - MAX;
    return html`<div>
      <dt>${say(TITLES[kind])}</dt>
      <dd>
        <ul>
          ${ids.slice(0, MAX).map((id) => html`<li>${this.link(kind, id)}</li>`)}
          ${more > 0 ? html`<li class="hint">${say('related.more', { count: more })}</li>` : nothing}
        </ul>
      </dd>
    </div>`;
  }

  private link(kind: Kind, id: string): TemplateResult {
    const { home } = this;
    const { is_admin: isAdmin } = home.user;
    if (kind === 'area')
      return html`<a href="/area/${encodeURIComponent(id)}">${home.places.areas.get(id)?.name ?? id}</a>`;
    if (kind === 'device') {
      const device = home.places.devices.get(id);
      const name = device?.name_by_user ?? device?.name ?? id;
      return isAdmin
        ? html`<a href="/settings/devices/${encodeURIComponent(id)}">${name}</a>`
        : html`${name}`;
    }
    const entity = home.entity(id);
    if (entity === undefined) return html`${id}`;
    const itemId = itemIdOf(home, entity);
    const base = EDITORS[kind];
    if (isAdmin && base !== undefined && itemId !== undefined)
      return html`<a href="${base}/${encodeURIComponent(itemId)}">${nameOf(entity)}</a>`;
    return html`<button type="button" class="link" aria-haspopup="dialog" @click=${() => openEntity(this, id)}>
      ${nameOf(entity)}${kind === 'entity' ? html`: ${stateText(entity, home)}` : nothing}
    </button>`;
  }

  private async load(): Promise<void> {
    const { home, type, itemId } = this;
    this.related = undefined;
    const related = await home.connection
      .sendMessagePromise<Related>({ type: 'search/related', item_type: type, item_id: itemId })
      .catch(() => undefined);
    if (type === this.type && itemId === this.itemId) this.related = related;
  }
}
