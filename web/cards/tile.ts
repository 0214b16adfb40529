import { mdiDotsHorizontal } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LightElement } from '../app/light-element.ts';
import type { Tap } from '../domains/domain-view.ts';
import { viewOf } from '../domains/index.ts';
import { cssValues } from '../parts/css-values.ts';
import { icon } from '../parts/icon.ts';
import { percent } from '../parts/number-text.ts';
import { type Entity, isAvailable } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { needsInputs, scriptInputs } from '../state/script-inputs.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { entityIcon } from './entity-icon.ts';
import { toneOf } from './entity-tone.ts';
import { Hold } from './hold.ts';
import { openEntity } from './open-entity.ts';
import { perform } from './perform.ts';
import { shortName } from './short-name.ts';
import { sparklineOf } from './sparkline-of.ts';
import { stateText } from './state-text.ts';
import { tapOf } from './tap.ts';

/** What the card of a dashboard changes of a tile. */
export interface TileLook {
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
  readonly isStateHidden?: boolean;
  readonly isSliderHidden?: boolean;
  /** What a tap does; undefined for the usual. */
  readonly onTap?: (() => void) | undefined;
  readonly onHold?: (() => void) | undefined;
}

/**
 * The tile of an entity: its name and state. A tap does the obvious; a long press or the menu button opens
 * its dialog.
 */
export class Tile extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    roomName: { attribute: false },
    isLive: { attribute: false },
    look: { attribute: false },
  };

  declare home: HomeStore;
  declare entityId: string;
  /** What its card overrides, such as the name or what a tap does. */
  declare look: TileLook | undefined;
  /** Omitted from the name, since it is in the heading. */
  declare roomName: string | undefined;
  /** Whether the tile updates; false far outside the viewport. */
  declare isLive: boolean;
  private readonly hold = new Hold(() => {
    if (this.look?.onHold === undefined) openEntity(this, this.entityId);
    else this.look.onHold();
  });

  constructor() {
    super();
    this.isLive = true;
    this.look = undefined;
    new Watch(this, () => (this.isLive ? [this.entityId, '#permissions'] : []));
  }

  protected override render() {
    const entity = this.home.entity(this.entityId);
    return entity === undefined ? nothing : this.tile(entity);
  }

  private tile(entity: Entity): TemplateResult {
    const { home, hold, look } = this;
    const name = look?.name ?? shortName(entity, this.roomName);
    const tap = home.mayControl(entity.entity_id) ? tapOf(entity) : undefined;
    const isSwitch = tap?.isOn !== undefined && look?.onTap === undefined;
    const state = isReady(entity) || look?.isStateHidden === true ? '–' : stateText(entity, home);
    return html`<div class="tile" data-tone=${toneOf(entity) ?? nothing} ?data-taps=${tap !== undefined} ?data-away=${!isAvailable(entity)}>
      <button
        type="button"
        class="tile-tap"
        role=${isSwitch ? 'switch' : nothing}
        aria-checked=${isSwitch ? String(tap?.isOn) : nothing}
        aria-haspopup=${tap === undefined && look?.onTap === undefined ? 'dialog' : nothing}
        @click=${() => this.tap()}
        @pointerdown=${hold.down}
        @pointermove=${hold.move}
        @pointerup=${hold.up}
        @pointercancel=${hold.up}
        @contextmenu=${hold.menu}
      >
        <span class="tile-icon">
          <hearth-icon
            .name=${look?.icon ?? entity.attributes.icon ?? home.places.entries.get(entity.entity_id)?.icon}
            .path=${entityIcon(entity)}
          ></hearth-icon>
        </span>
        <span class="tile-text">
          <span class="tile-name">${name}</span>
          ${state === '–' ? nothing : html`<span class="tile-state">${state}</span>`}
        </span>
        ${this.isLive ? sparklineOf(home, entity) : nothing}
      </button>
      ${
        tap === undefined && look?.onTap === undefined
          ? nothing
          : html`<button
              type="button"
              class="tile-more"
              aria-haspopup="dialog"
              aria-label=${say('tile.more', { name })}
              @click=${() => openEntity(this, this.entityId)}
            >
              ${icon(mdiDotsHorizontal)}
            </button>`
      }
      ${this.slider(entity)}
    </div>`;
  }

  /** The slider of what is usually set: brightness, position, speed. */
  private slider(entity: Entity): TemplateResult | typeof nothing {
    const { home } = this;
    if (
      this.look?.isSliderHidden === true ||
      !this.isLive ||
      !isAvailable(entity) ||
      !home.mayControl(entity.entity_id)
    )
      return nothing;
    const shown = viewOf(entity.domain).tileValue?.(entity);
    if (shown === undefined) return nothing;
    const name = say('home.slider', { name: shortName(entity, this.roomName), value: say(shown.label) });
    return html`<input
      type="range"
      class="tile-slider"
      min="0"
      max="100"
      aria-label=${name}
      aria-valuetext=${percent(shown.value / 100)}
      .value=${live(String(Math.round(shown.value)))}
      ${cssValues({ '--share': Math.min(1, Math.max(0, shown.value / 100)) })}
      @input=${slid}
      @change=${(event: Event) => perform(home, entity, shown.set(Number((event.target as HTMLInputElement).value)))}
    />`;
  }

  private tap(): void {
    const { home } = this;
    const entity = home.entity(this.entityId);
    if (entity === undefined || this.hold.swallow()) return;
    const tap = home.mayControl(entity.entity_id) ? tapOf(entity) : undefined;
    if (this.look?.onTap !== undefined) this.look.onTap();
    else if (tap === undefined) openEntity(this, this.entityId);
    else if (entity.domain === 'script' && tap.service === 'turn_on') void this.runScript(entity, tap);
    else void perform(home, entity, tap);
  }

  /** A script with required inputs opens its dialog instead. */
  private async runScript(entity: Entity, tap: Tap): Promise<void> {
    const inputs = await scriptInputs(this.home, entity.entity_id).catch(() => ({}));
    if (needsInputs(inputs)) openEntity(this, entity.entity_id);
    else await perform(this.home, entity, tap);
  }
}

/** Draws the value under the finger until it is chosen. */
function slid(event: Event): void {
  const input = event.target as HTMLInputElement;
  input.style.setProperty('--share', String(Number(input.value) / 100));
}

/** Scripts that are not running show no state. */
function isReady({ domain, state }: Entity): boolean {
  return domain === 'script' && state === 'off';
}
