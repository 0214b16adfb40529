import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiStar,
  mdiStarOutline,
} from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { icon } from '../../parts/icon.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { Arrangement } from './arrangement.ts';

/** The actions available while arranging the page. */
export interface Rearrange {
  moveRoom(roomKey: string, step: -1 | 1): void;
  moveEntity(roomKey: string, id: string, step: -1 | 1): void;
  /** Hides an entity or area, or shows it again. */
  hide(key: string): void;
  favour(id: string): void;
}

interface Arranged {
  readonly home: HomeStore;
  readonly id: string;
  /** The tile, inactive while arranging. */
  readonly content: TemplateResult;
  readonly arrangement: Arrangement;
  readonly rearrange: Rearrange;
  readonly roomKey: string;
}

/** A tile with the arranging buttons below it. */
export function arranged({ home, id, content, arrangement, rearrange, roomKey }: Arranged): TemplateResult {
  const entity = home.entity(id);
  const name = entity === undefined ? id : nameOf(entity);
  const isHidden = arrangement.hidden.includes(id);
  const isFavourite = arrangement.favourites.includes(id);
  return html`<div class="arranged" ?data-hidden=${isHidden}>
    <div inert>${content}</div>
    <div class="arrange-tools">
      ${mover(name, (step) => rearrange.moveEntity(roomKey, id, step))}
      <button
        type="button"
        class="quiet round"
        aria-label=${say(isFavourite ? 'home.unfavour' : 'home.favour', { name })}
        @click=${() => rearrange.favour(id)}
      >
        ${icon(isFavourite ? mdiStar : mdiStarOutline)}
      </button>
      <button
        type="button"
        class="quiet round"
        aria-label=${say(isHidden ? 'home.unhide' : 'home.hide', { name })}
        @click=${() => rearrange.hide(id)}
      >
        ${icon(isHidden ? mdiEyeOutline : mdiEyeOffOutline)}
      </button>
    </div>
  </div>`;
}

/** Two buttons that move an item in its row. */
export function mover(name: string, onMove: (step: -1 | 1) => void): TemplateResult {
  return html`<button
      type="button"
      class="quiet round"
      aria-label=${say('home.earlier', { name })}
      @click=${() => onMove(-1)}
    >
      ${icon(mdiChevronLeft)}
    </button>
    <button type="button" class="quiet round" aria-label=${say('home.later', { name })} @click=${() => onMove(1)}>
      ${icon(mdiChevronRight)}
    </button>`;
}
