import { html, nothing } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { openEntity } from './open-entity.ts';
import { pictureOf } from './picture.ts';
import { shortName } from './short-name.ts';
import { stateText } from './state-text.ts';

/** The refresh interval of a visible picture, in milliseconds. */
const PERIOD = 15_000;

/** A camera with its last picture; its dialog shows the stream. */
export class CameraTile extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    roomName: { attribute: false },
    isLive: { attribute: false },
    turn: { state: true },
    isBroken: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare roomName: string | undefined;
  declare isLive: boolean;
  declare turn: number;
  declare isBroken: boolean;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.isLive = true;
    this.turn = 0;
    this.isBroken = false;
    new Watch(this, () => (this.isLive ? [this.entityId] : []));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => {
      if (!this.isLive || document.hidden) return;
      this.isBroken = false;
      this.turn += 1;
    }, PERIOD);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const entity = this.home.entity(this.entityId);
    if (entity === undefined) return nothing;
    const picture = pictureOf(entity);
    const isShown = picture !== undefined && !this.isBroken && entity.state !== 'unavailable';
    return html`<button
      type="button"
      class="camera-tile"
      aria-haspopup="dialog"
      @click=${() => openEntity(this, this.entityId)}
    >
      ${
        isShown
          ? html`<img
              src="${picture}&turn=${this.turn}"
              alt=${say('control.picture_of', { name: nameOf(entity) })}
              loading="lazy"
              @error=${() => {
                this.isBroken = true;
              }}
            />`
          : html`<span class="camera-blank">${say('control.no_picture')}</span>`
      }
      <span class="camera-name">
        <strong>${shortName(entity, this.roomName)}</strong><span>${stateText(entity, this.home)}</span>
      </span>
    </button>`;
  }
}
