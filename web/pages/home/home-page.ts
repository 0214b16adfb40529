import '../../styles/home.css';
import { mdiCheck, mdiPencilOutline, mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { toastTrouble } from '../../app/toasts.ts';
import { CameraTile } from '../../cards/camera-tile.ts';
import { Reading } from '../../cards/reading.ts';
import { Tile } from '../../cards/tile.ts';
import { failure } from '../../parts/failure.ts';
import { HeldFocus } from '../../parts/held-focus.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { repeat } from '../../parts/repeat.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { arranged, type Rearrange } from './arrange-buttons.ts';
import { type Arrangement, followArrangement, keepArrangement, moved, toggled } from './arrangement.ts';
import { columnCount, inColumns } from './columns.ts';
import { GroupDialog } from './group-dialog.ts';
import { type HomeLayout, layoutHome, type Room, type Storey } from './home-layout.ts';
import { RoomCard } from './room-card.ts';
import { roomTabs } from './room-tabs.ts';
import { SummaryBar } from './summary-bar.ts';

define({
  'hearth-icon': NamedIcon,
  'hearth-tile': Tile,
  'hearth-camera-tile': CameraTile,
  'hearth-reading': Reading,
  'hearth-room': RoomCard,
  'hearth-summary': SummaryBar,
  'hearth-group-dialog': GroupDialog,
});

const FAVOURITES = 'favourites';
const SCENES = 'scenes';

/** The start page, generated from floors, areas and devices; each user can arrange it. */
export class HomePage extends LightElement {
  static override properties = {
    home: { attribute: false },
    arrangement: { state: true },
    isArranging: { state: true },
    columns: { state: true },
  };

  declare home: HomeStore;
  declare arrangement: Arrangement | undefined;
  declare isArranging: boolean;
  declare columns: number;
  private unfollow: (() => void) | undefined;
  private readonly sizes = new ResizeObserver(([entry]) => {
    if (entry !== undefined) this.columns = columnCount(entry.contentRect.width);
  });

  constructor() {
    super();
    this.arrangement = undefined;
    this.isArranging = false;
    this.columns = 1;
    new Watch(this, () => ['#members', '#places']);
    new HeldFocus(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.columns = columnCount(document.documentElement.clientWidth);
    this.sizes.observe(this);
    this.unfollow = followArrangement(this.home, (arrangement) => {
      this.arrangement = arrangement;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.unfollow?.();
  }

  protected override render() {
    const { home, arrangement } = this;
    if (!home.isKnown || arrangement === undefined)
      return html`<div class="page home"><h1>${say('home.title')}</h1>
        <p class="hint" role="status">${say('home.loading')}</p></div>`;
    const plan = layoutHome(home, arrangement, this.isArranging);
    return html`<div class="page home">
      <header class="home-head">
        <h1>${say('home.title')}</h1>
        <button type="button" class="quiet" aria-pressed=${this.isArranging} @click=${this.toggleArranging}>
          ${icon(this.isArranging ? mdiCheck : mdiPencilOutline)}
          <span>${say(this.isArranging ? 'home.arranged' : 'home.arrange')}</span>
        </button>
      </header>
      ${this.isArranging ? html`<p class="hint">${say('home.arrange_hint')}</p>` : nothing}
      ${this.isArranging ? nothing : roomTabs(plan.storeys, undefined)}
      <hearth-summary .home=${home} .people=${plan.people} .weather=${plan.weather}></hearth-summary>
      ${plan.storeys.length + plan.scenes.length === 0 ? this.empty() : nothing} ${this.favourites(arrangement)} ${this.scenes(plan)}
      ${repeat(
        plan.storeys,
        ({ key }) => key,
        (storey) => this.storey(storey, arrangement),
      )}
      ${
        this.home.user.is_admin && !this.isArranging
          ? html`<p><a class="button" href="/settings/integrations/add">${icon(mdiPlus)} ${say('home.add_device')}</a></p>`
          : nothing
      }
    </div>`;
  }

  private empty(): TemplateResult {
    return html`<section class="card"><h2>${say('home.empty')}</h2><p>${say('home.empty_more')}</p></section>`;
  }

  private favourites(arrangement: Arrangement): TemplateResult | typeof nothing {
    const ids = arrangement.favourites.filter((id) => this.home.entity(id) !== undefined);
    return this.row(FAVOURITES, say('home.favourites'), ids);
  }

  private scenes({ scenes }: HomeLayout): TemplateResult | typeof nothing {
    return this.row(SCENES, say('home.scenes'), scenes);
  }

  /** Tiles under their own heading, outside all rooms. */
  private row(key: string, title: string, ids: readonly string[]): TemplateResult | typeof nothing {
    if (ids.length === 0) return nothing;
    const { home, arrangement } = this;
    const rearrange = this.isArranging ? this.rearrange : undefined;
    return html`<section class="storey" aria-labelledby="row-${key}">
      <h2 id="row-${key}">${title}</h2>
      <ul class="tiles" data-row=${key}>
        ${repeat(
          ids,
          (id) => id,
          (id) => {
            const content = html`<hearth-tile .home=${home} .entityId=${id}></hearth-tile>`;
            return html`<li>
              ${
                rearrange === undefined || arrangement === undefined
                  ? content
                  : arranged({ home: home, id, content, arrangement, rearrange, roomKey: key })
              }
            </li>`;
          },
        )}
      </ul>
    </section>`;
  }

  private storey({ key, floor, rooms }: Storey, arrangement: Arrangement): TemplateResult {
    const columns = inColumns(rooms, Math.min(this.columns, rooms.length));
    return html`<section class="storey" aria-label=${floor?.name ?? say('home.helpers')}>
      ${floor === undefined ? html`<h2 class="visually-hidden">${say('home.helpers')}</h2>` : html`<h2>${floor.name}</h2>`}
      <div class="columns" data-key=${key}>
        ${columns.map(
          (column) => html`<div class="column">
            ${repeat(
              column,
              (room) => room.key,
              (room) => this.room(room, arrangement),
            )}
          </div>`,
        )}
      </div>
    </section>`;
  }

  private room(room: Room, arrangement: Arrangement): TemplateResult {
    return html`<hearth-room
      .home=${this.home}
      .room=${room}
      .arrangement=${arrangement}
      .rearrange=${this.isArranging ? this.rearrange : undefined}
    ></hearth-room>`;
  }

  private toggleArranging(): void {
    this.isArranging = !this.isArranging;
  }

  private readonly rearrange: Rearrange = {
    moveRoom: (roomKey, step) => {
      const storey = this.plan()?.storeys.find(({ rooms }) => rooms.some(({ key }) => key === roomKey));
      if (storey === undefined) return;
      this.reorder(
        storey.key,
        moved(
          storey.rooms.map(({ key }) => key),
          roomKey,
          step,
        ),
      );
    },
    moveEntity: (roomKey, id, step) => {
      const plan = this.plan();
      if (plan === undefined || this.arrangement === undefined) return;
      if (roomKey === FAVOURITES)
        return this.arrange({
          ...this.arrangement,
          favourites: moved(this.arrangement.favourites, id, step),
        });
      if (roomKey === SCENES) return this.reorder(SCENES, moved(plan.scenes, id, step));
      const room = plan.storeys.flatMap(({ rooms }) => rooms).find(({ key }) => key === roomKey);
      if (room === undefined) return;
      const [mine, others] = room.tiles.includes(id)
        ? [room.tiles, room.readings]
        : [room.readings, room.tiles];
      this.reorder(roomKey, [...moved(mine, id, step), ...others]);
    },
    hide: (key) => {
      if (this.arrangement !== undefined)
        this.arrange({ ...this.arrangement, hidden: toggled(this.arrangement.hidden, key) });
    },
    favour: (id) => {
      if (this.arrangement !== undefined)
        this.arrange({ ...this.arrangement, favourites: toggled(this.arrangement.favourites, id) });
    },
  };

  private plan(): HomeLayout | undefined {
    return this.arrangement === undefined ? undefined : layoutHome(this.home, this.arrangement, true);
  }

  private reorder(key: string, ids: readonly string[]): void {
    const { arrangement } = this;
    if (arrangement !== undefined)
      this.arrange({ ...arrangement, orders: { ...arrangement.orders, [key]: ids } });
  }

  /** Shows the new arrangement immediately and stores it; reverts to the old one if that fails. */
  private arrange(next: Arrangement): void {
    const before = this.arrangement;
    this.arrangement = next;
    keepArrangement(this.home, next).catch((error) => {
      this.arrangement = before;
      toastTrouble(failure(error));
    });
  }
}
