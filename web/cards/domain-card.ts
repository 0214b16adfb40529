import '../styles/controls.css';
import '../styles/dials.css';
import { mdiDotsHorizontal } from '@mdi/js';
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../app/light-element.ts';
import type { Control } from '../controls/control.ts';
import { controlOf } from '../domains/controls.ts';
import { icon } from '../parts/icon.ts';
import { domainOf, isAvailable, nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { entityIcon } from './entity-icon.ts';
import { toneOf } from './entity-tone.ts';
import { openEntity } from './open-entity.ts';
import { perform } from './perform.ts';
import { stateText } from './state-text.ts';

/** An entity with the whole control of its domain, as its dialog has it. */
export class DomainCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    name: { attribute: false },
    isBare: { attribute: false },
    control: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  /** Instead of the name of the entity. */
  declare name: string | undefined;
  /** Without a heading, below a tile. */
  declare isBare: boolean;
  declare control: Control | undefined;

  constructor() {
    super();
    this.name = undefined;
    this.isBare = false;
    this.control = undefined;
    new Watch(this, () => [this.entityId, '#permissions', '#connection']);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('entityId')) return;
    const { entityId } = this;
    this.control = undefined;
    void controlOf(domainOf(entityId)).then(
      (control) => {
        if (this.entityId === entityId) this.control = control;
      },
      () => {},
    );
  }

  protected override render() {
    const { home, entityId, control } = this;
    const entity = home.entity(entityId);
    if (entity === undefined) return nothing;
    const name = this.name ?? nameOf(entity);
    return html`${
      this.isBare
        ? nothing
        : html`<header class="domain-head" data-tone=${toneOf(entity) ?? nothing}>
            <span class="tile-icon">
              <hearth-icon
                .name=${entity.attributes.icon ?? home.places.entries.get(entityId)?.icon}
                .path=${entityIcon(entity)}
              ></hearth-icon>
            </span>
            <div><h2>${name}</h2><p class="hint">${stateText(entity, home)}</p></div>
            <button
              type="button"
              class="quiet round"
              aria-haspopup="dialog"
              aria-label=${say('tile.more', { name })}
              @click=${() => openEntity(this, entityId)}
            >
              ${icon(mdiDotsHorizontal)}
            </button>
          </header>`
    }
      <div class="control" data-domain=${entity.domain}>
        ${
          control?.({
            home,
            entity,
            isLocked: home.lostAt !== undefined || !isAvailable(entity) || !home.mayControl(entityId),
            act: (service, data = {}, guess) => {
              const order = { domain: entity.domain, service, data };
              void perform(home, entity, guess === undefined ? order : { ...order, guess });
            },
          }) ?? nothing
        }
      </div>`;
  }
}
