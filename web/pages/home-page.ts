import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { LightElement } from '../app/light-element.ts';
import { language } from '../app/preferences.ts';
import { toastTrouble } from '../app/toasts.ts';
import { failure } from '../parts/door.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { House } from '../state/house.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../words/say.ts';
import { domainName } from './domain-name.ts';
import { stateText } from './state-text.ts';

const SWITCHED = ['light', 'switch'];

/** What the house says of itself now, by kind, with switches for what can be switched on and off. */
export class HomePage extends LightElement {
  static override properties = { house: { attribute: false } };

  declare house: House;

  constructor() {
    super();
    new Watch(this, () => ['#any', '#places']);
  }

  protected override render() {
    const { house } = this;
    const all = [...house.all()].map((entity) => house.entity(entity.entity_id) ?? entity);
    return html`<div class="page">
      <header class="page-head">
        <h1>${say('home.title')}</h1>
        <p class="hint">${countText(house)}</p>
      </header>
      ${
        house.isKnown && all.length === 0
          ? html`<section class="card"><h2>${say('home.empty')}</h2><p>${say('home.empty_more')}</p></section>`
          : nothing
      }
      ${repeat(
        groups(all),
        ([domain]) => domain,
        ([domain, members]) => this.group(domain, members),
      )}
    </div>`;
  }

  private group(domain: string, members: readonly Entity[]): TemplateResult {
    return html`<section class="card" aria-labelledby="domain-${domain}">
      <h2 id="domain-${domain}">${domainName(domain)}</h2>
      <ul class="rows">
        ${repeat(
          members,
          ({ entity_id }) => entity_id,
          (entity) => this.row(domain, entity),
        )}
      </ul>
    </section>`;
  }

  private row(domain: string, entity: Entity): TemplateResult {
    const name = nameOf(entity);
    const isSwitched = SWITCHED.includes(domain) && (entity.state === 'on' || entity.state === 'off');
    return html`<li class="row">
      <span class="row-name">${name}</span>
      ${
        isSwitched
          ? html`<button
              type="button"
              role="switch"
              class="switch"
              aria-checked=${entity.state === 'on' ? 'true' : 'false'}
              aria-label=${name}
              @click=${() => this.toggle(domain, entity)}
            ><span></span></button>`
          : html`<span class="row-value">${stateText(entity)}</span>`
      }
    </li>`;
  }

  private async toggle(domain: string, entity: Entity): Promise<void> {
    const isOn = entity.state === 'on';
    try {
      await this.house.call({
        domain,
        service: isOn ? 'turn_off' : 'turn_on',
        target: entity.entity_id,
        guess: { state: isOn ? 'off' : 'on' },
      });
    } catch (error) {
      const message = (error as { message?: string }).message ?? failure(error);
      toastTrouble(say('home.failed', { name: nameOf(entity), message }));
    }
  }
}

function groups(entities: readonly Entity[]): [string, Entity[]][] {
  const byDomain = new Map<string, Entity[]>();
  for (const entity of entities) {
    const domain = entity.entity_id.slice(0, entity.entity_id.indexOf('.'));
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), entity]);
  }
  const order = (domain: string): number => SWITCHED.indexOf(domain) + 1 || 9;
  const compare = new Intl.Collator(language(), { numeric: true }).compare;
  for (const members of byDomain.values()) members.sort((a, b) => compare(nameOf(a), nameOf(b)));
  return [...byDomain].sort(([a], [b]) => order(a) - order(b) || compare(domainName(a), domainName(b)));
}

function countText(house: House): string {
  if (!house.isKnown) return say('home.loading');
  return house.count === 0 ? '' : say('home.count', { count: house.count });
}
