import { mdiFullscreen } from '@mdi/js';
import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { cssValues } from '../../parts/css-values.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { nameOf, textOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

const RETRY = 3000;

/**
 * A camera stream. The picture token changes every few minutes and a stream ends with its token, so each new
 * one restarts it. An interrupted stream freezes without an event: it restarts when the connection to the
 * server is back.
 */
export class CameraStream extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    address: { state: true },
    isBroken: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare address: string;
  declare isBroken: boolean;
  private token: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private startedAt = 0;
  private readonly begin = (): void => {
    clearTimeout(this.timer);
    const token = this.tokenNow();
    this.token = token;
    this.isBroken = token === undefined;
    this.startedAt += 1;
    const query = new URLSearchParams({
      token: token ?? '',
      interval: '1',
      startedAt: String(this.startedAt),
    });
    this.address = `/api/camera_proxy_stream/${encodeURIComponent(this.entityId)}?${query}`;
  };

  constructor() {
    super();
    new Watch(this, () => [this.entityId]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.home.connection.addEventListener('ready', this.begin);
    this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.home.connection.removeEventListener('ready', this.begin);
    clearTimeout(this.timer);
    // Browsers keep reading the stream of a removed image.
    this.querySelector('img')?.removeAttribute('src');
  }

  protected override willUpdate(): void {
    if (this.token !== undefined && this.tokenNow() !== this.token) this.begin();
  }

  protected override render() {
    const entity = this.home.entity(this.entityId);
    const name = entity === undefined ? this.entityId : nameOf(entity);
    return html`<div class="stream" ${cssValues({ '--still': this.isBroken ? 'none' : this.still() })}>
      ${
        this.isBroken
          ? html`<p class="hint">${say('control.no_picture')}</p>`
          : html`<img src=${this.address} alt=${say('control.picture_of', { name })} @error=${this.fail} />`
      }
      ${document.fullscreenEnabled ? toolButton(mdiFullscreen, say('control.full_screen'), this.toggleFull) : nothing}
    </div>`;
  }

  /** Fills the screen with the picture, or ends that. */
  private readonly toggleFull = (): void => {
    const box = this.querySelector('.stream');
    // The browser may refuse; the picture stays as it is then.
    if (document.fullscreenElement === null) box?.requestFullscreen().catch(() => {});
    else document.exitFullscreen().catch(() => {});
  };

  /**
   * The current picture, shown until the stream starts: browsers only show a frame when the next one arrives.
   */
  private still(): string {
    return `url("/api/camera_proxy/${encodeURIComponent(this.entityId)}?token=${encodeURIComponent(this.token ?? '')}")`;
  }

  private tokenNow(): string | undefined {
    const entity = this.home.entity(this.entityId);
    return entity === undefined ? undefined : textOf(entity, 'access_token');
  }

  private fail(): void {
    this.isBroken = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.begin, RETRY);
  }
}
