import {
  type Connection,
  callService,
  type HassEntities,
  type HassEntity,
  subscribeEntities,
} from 'home-assistant-js-websocket';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { LightElement } from '../app/light-element.ts';
import { language } from '../app/preferences.ts';
import { alert, failure } from '../parts/door.ts';
import { say } from '../words/say.ts';
import { domainName } from './domain-name.ts';
import { stateText } from './state-text.ts';

const SWITCHED = ['light', 'switch'];

/** What the house says of itself now, by kind, with switches for what can be switched on and off. */
export class HomePage extends LightElement {
  static override properties = {
    connection: { attribute: false },
    entities: { state: true },
    complaint: { state: true },
  };

  declare connection: Connection;
  declare entities: HassEntities | undefined;
  declare complaint: string | undefined;
  private unsubscribe: (() => void) | undefined;

  constructor() {
    super();
    this.entities = undefined;
    this.complaint = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${say('home.title')} · Hearth`;
    this.unsubscribe = subscribeEntities(this.connection, (entities) => {
      this.entities = entities;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unsubscribe?.();
  }

  protected override render() {
    const { entities } = this;
    const all = Object.values(entities ?? {});
    return html`<div class="page">
      <header class="page-head">
        <h1>${say('home.title')}</h1>
        <p class="hint">${countText(entities)}</p>
      </header>
      ${alert(this.complaint)}
      ${
        entities !== undefined && all.length === 0
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

  private group(domain: string, members: readonly HassEntity[]): TemplateResult {
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

  private row(domain: string, entity: HassEntity): TemplateResult {
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

  private async toggle(domain: string, entity: HassEntity): Promise<void> {
    this.complaint = undefined;
    const service = entity.state === 'on' ? 'turn_off' : 'turn_on';
    try {
      await callService(this.connection, domain, service, {}, { entity_id: entity.entity_id });
    } catch (error) {
      const message = (error as { message?: string }).message ?? failure(error);
      this.complaint = say('home.failed', { name: nameOf(entity), message });
    }
  }
}

function groups(entities: readonly HassEntity[]): [string, HassEntity[]][] {
  const byDomain = new Map<string, HassEntity[]>();
  for (const entity of entities) {
    const domain = entity.entity_id.slice(0, entity.entity_id.indexOf('.'));
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), entity]);
  }
  const order = (domain: string): number => SWITCHED.indexOf(domain) + 1 || 9;
  const compare = new Intl.Collator(language(), { numeric: true }).compare;
  for (const members of byDomain.values()) members.sort((a, b) => compare(nameOf(a), nameOf(b)));
  return [...byDomain].sort(([a], [b]) => order(a) - order(b) || compare(domainName(a), domainName(b)));
}

function nameOf({ entity_id, attributes }: HassEntity): string {
  return attributes.friendly_name ?? entity_id;
}

function countText(entities: HassEntities | undefined): string {
  if (entities === undefined) return say('home.loading');
  const count = Object.keys(entities).length;
  return count === 0 ? '' : say('home.count', { count });
}
