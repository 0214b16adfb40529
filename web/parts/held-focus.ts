import type { LitElement, ReactiveController } from 'lit';

/** An element that shows one entity. */
interface EntityElement extends HTMLElement {
  readonly entityId?: string;
}

const SHOWN = 'hearth-tile, hearth-reading';
const FOCUSABLE = 'button, a[href], input, [tabindex="0"]';
/** How many frames the new place of an entity may take to be rendered. */
const FRAMES = 10;

/**
 * Keeps the focus on an entity that moves to another place of the page, such as to the room it was just assigned to. Its
 * element there is a new one, and without this the next press of Tab would begin at the top of the page.
 */
export class HeldFocus implements ReactiveController {
  private readonly host: LitElement;

  constructor(host: LitElement) {
    this.host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const held = document.activeElement;
    const shown = held?.closest<EntityElement>(SHOWN);
    if (!(held instanceof HTMLElement) || shown?.entityId === undefined || !this.host.contains(shown)) return;
    const at = [...shown.querySelectorAll(FOCUSABLE)].indexOf(held);
    this.restore(held, { id: shown.entityId, at }, FRAMES);
  }

  private restore(
    held: HTMLElement,
    place: { readonly id: string; readonly at: number },
    frames: number,
  ): void {
    requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active !== null && active !== document.body && active !== held) return;
      const shown = held.isConnected
        ? undefined
        : [...this.host.querySelectorAll<EntityElement>(SHOWN)].find(({ entityId }) => entityId === place.id);
      const next = shown?.querySelectorAll<HTMLElement>(FOCUSABLE)[place.at];
      if (next !== undefined) next.focus();
      else if (frames > 1) this.restore(held, place, frames - 1);
    });
  }
}
