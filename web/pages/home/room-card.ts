import { mdiChevronRight, mdiEyeOffOutline, mdiEyeOutline, mdiSofaOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { cssValues } from '../../parts/css-values.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { ViewportProximity } from '../../parts/viewport-proximity.ts';
import { domainOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { arranged, mover, type Rearrange } from './arrange-buttons.ts';
import type { Arrangement } from './arrangement.ts';
import type { Room } from './home-layout.ts';
import { lightsOf, lightsOff } from './lights-off.ts';
import { climateIds, climateText } from './room-climate.ts';

/** More are only shown on the page of the area. */
const MAX_TILES = 18;
const MAX_READINGS = 12;
const MAX_PICTURES = 6;

/**
 * An area on the start page: its climate, controls and sensors. Outside the viewport it is a placeholder of
 * about the same height.
 */
export class RoomCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    room: { attribute: false },
    arrangement: { attribute: false },
    rearrange: { attribute: false },
  };

  declare home: HomeStore;
  declare room: Room;
  declare arrangement: Arrangement;
  /** Set while the page is being arranged. */
  declare rearrange: Rearrange | undefined;
  private readonly near = new ViewportProximity(this);
  private wasNear = false;

  constructor() {
    super();
    this.rearrange = undefined;
    new Watch(this, () => (this.near.isNear ? [...this.climateIds(), ...this.lights(), '#permissions'] : []));
  }

  protected override render() {
    const { room, near } = this;
    this.wasNear ||= near.isNear;
    const name = this.name();
    const rows = Math.ceil(Math.min(room.tiles.length, MAX_TILES) / 2);
    return html`<section
      class="room"
      aria-labelledby=${this.headingId()}
      ?data-hidden=${this.isHidden(room.key)}
      ${cssValues({ '--rows': rows })}
    >
      <header class="room-head">
        <hearth-icon .name=${room.area?.icon} .path=${mdiSofaOutline}></hearth-icon>
        <h3 id=${this.headingId()}>${this.link(name)}</h3>
        ${this.rearrange === undefined ? html`<span class="room-climate">${climateText(this.home, this.climateIds())}</span> ${this.lightsOff(name)}` : this.roomTools(name)}
      </header>
      ${this.wasNear ? this.things() : html`<div class="room-blank"></div>`}
    </section>`;
  }

  private headingId(): string {
    return `room-${this.room.area?.area_id ?? 'rest'}`;
  }

  private name(): string {
    const { area } = this.room;
    return area?.name ?? say('home.elsewhere');
  }

  private link(name: string): TemplateResult {
    const id = this.room.area?.area_id ?? '-';
    return html`<a href="/area/${encodeURIComponent(id)}">${name}${icon(mdiChevronRight)}</a>`;
  }

  private climateIds(): readonly string[] {
    return climateIds(this.home, this.room);
  }

  private lights(): readonly string[] {
    return lightsOf(this.room.tiles);
  }

  private lightsOff(name: string): TemplateResult | typeof nothing {
    return this.room.area === undefined ? nothing : lightsOff(this.home, name, this.lights());
  }

  private roomTools(name: string): TemplateResult {
    const { rearrange, room } = this;
    if (rearrange === undefined) return html``;
    const isHidden = this.isHidden(room.key);
    return html`<span class="arrange-tools">
      ${mover(name, (step) => rearrange.moveRoom(room.key, step))}
      <button
        type="button"
        class="quiet round"
        aria-label=${say(isHidden ? 'home.unhide' : 'home.hide', { name })}
        @click=${() => rearrange.hide(room.key)}
      >
        ${icon(isHidden ? mdiEyeOutline : mdiEyeOffOutline)}
      </button>
    </span>`;
  }

  private isHidden(key: string): boolean {
    return this.arrangement.hidden.includes(key);
  }

  private things(): TemplateResult {
    const { room, rearrange } = this;
    const isArranging = rearrange !== undefined;
    const inHead = new Set(isArranging ? [] : this.climateIds());
    const isCamera = (id: string): boolean => !isArranging && domainOf(id) === 'camera';
    const tiles = room.tiles.filter((id) => !isCamera(id));
    const readings = room.readings.filter((id) => !inHead.has(id));
    const isCut = !isArranging && (tiles.length > MAX_TILES || readings.length > MAX_READINGS);
    const max = (count: number): number => (isArranging ? Number.POSITIVE_INFINITY : count);
    return html`${this.list('tiles', tiles.slice(0, max(MAX_TILES)), (id) => this.tile(id))}
    ${this.list('pictures', room.tiles.filter(isCamera).slice(0, max(MAX_PICTURES)), (id) => this.picture(id))}
    ${this.list('readings', readings.slice(0, max(MAX_READINGS)), (id) => this.reading(id))}
    ${
      isCut
        ? html`<a class="room-more" href="/area/${encodeURIComponent(room.area?.area_id ?? '-')}">
            ${say('home.all_of_room', { count: room.tiles.length + room.readings.length })}
          </a>`
        : nothing
    }`;
  }

  private list(
    look: string,
    ids: readonly string[],
    draw: (id: string) => TemplateResult,
  ): TemplateResult | typeof nothing {
    if (ids.length === 0) return nothing;
    return html`<ul class=${look}>
      ${repeat(
        ids,
        (id) => id,
        (id) => html`<li>${this.framed(id, draw(id))}</li>`,
      )}
    </ul>`;
  }

  private framed(id: string, content: TemplateResult): TemplateResult {
    const { rearrange, home, room, arrangement } = this;
    return rearrange === undefined
      ? content
      : arranged({ home: home, id, content, arrangement, rearrange, roomKey: room.key });
  }

  private tile(id: string): TemplateResult {
    return html`<hearth-tile
      .home=${this.home}
      .entityId=${id}
      .roomName=${this.room.area?.name}
      .isLive=${this.near.isNear}
    ></hearth-tile>`;
  }

  private picture(id: string): TemplateResult {
    return html`<hearth-camera-tile
      .home=${this.home}
      .entityId=${id}
      .roomName=${this.room.area?.name}
      .isLive=${this.near.isNear}
    ></hearth-camera-tile>`;
  }

  private reading(id: string): TemplateResult {
    return html`<hearth-reading
      .home=${this.home}
      .entityId=${id}
      .roomName=${this.room.area?.name}
      .isLive=${this.near.isNear}
    ></hearth-reading>`;
  }
}
