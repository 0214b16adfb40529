import { html, nothing } from 'lit';
import { LightElement } from '../app/light-element.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { entityIcon } from './entity-icon.ts';
import { toneOf } from './entity-tone.ts';
import { openEntity } from './open-entity.ts';
import { shortName } from './short-name.ts';
import { sparklineOf } from './sparkline-of.ts';
import { stateText } from './state-text.ts';

/** A sensor value on one line; a tap opens its dialog. */
export class Reading extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    roomName: { attribute: false },
    isLive: { attribute: false },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare roomName: string | undefined;
  declare isLive: boolean;

  constructor() {
    super();
    this.isLive = true;
    new Watch(this, () => (this.isLive ? [this.entityId] : []));
  }

  protected override render() {
    const { home, entityId } = this;
    const entity = home.entity(entityId);
    if (entity === undefined) return nothing;
    return html`<button
      type="button"
      class="reading"
      aria-haspopup="dialog"
      data-tone=${toneOf(entity) ?? nothing}
      @click=${() => openEntity(this, entityId)}
    >
      <hearth-icon
        .name=${entity.attributes.icon ?? home.places.entries.get(entityId)?.icon}
        .path=${entityIcon(entity)}
      ></hearth-icon>
      <span class="reading-name">${shortName(entity, this.roomName)}</span>
      ${this.isLive ? sparklineOf(home, entity) : nothing}
      <span class="reading-value">${stateText(entity, home)}</span>
    </button>`;
  }
}
