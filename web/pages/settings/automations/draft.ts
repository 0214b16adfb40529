import { html, nothing, type TemplateResult } from 'lit';
import { when } from '../../../parts/when.ts';
import type { ItemConfig } from '../../../server/items.ts';
import { say } from '../../../texts/say.ts';

const PREFIX = 'hearth.draft.';
/** How many drafts a browser keeps. */
const MAX_COUNT = 20;

interface Kept {
  readonly config: ItemConfig;
  /** When it was last changed, as ISO time. */
  readonly at: string;
}

/** The unsaved changes of an item, kept in this browser until they are saved or discarded. */
export class Draft {
  /** When the restored changes were made; undefined if there are none. */
  restoredFrom: string | undefined;
  private readonly key: string;

  /** `item` identifies the item among all of the user's. */
  constructor(userId: string, item: string) {
    this.key = `${PREFIX}${userId}.${item}`;
  }

  /** The kept changes of a configuration; the configuration itself if there are none. */
  restore(saved: ItemConfig): ItemConfig {
    const kept = readKept(this.key);
    if (kept === undefined || JSON.stringify(kept.config) === JSON.stringify(saved)) return saved;
    this.restoredFrom = kept.at;
    return kept.config;
  }

  keep(config: ItemConfig): void {
    const kept: Kept = { config, at: new Date().toISOString() };
    try {
      localStorage.setItem(this.key, JSON.stringify(kept));
      dropOldest();
    } catch {
      // The storage of the browser is full or switched off: the changes are only on the page.
    }
  }

  drop(): void {
    this.restoredFrom = undefined;
    localStorage.removeItem(this.key);
  }

  /** That changes were restored, with a button that discards them. */
  view(onDiscard: () => void): TemplateResult | typeof nothing {
    if (this.restoredFrom === undefined) return nothing;
    return html`<div class="notice" role="status">
      <p>${say('items.draft', { when: when(this.restoredFrom) })}</p>
      <button type="button" @click=${onDiscard}>${say('items.discard_draft')}</button>
    </div>`;
  }
}

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function dropOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const ages = keys.map((key) => [readKept(key)?.at ?? '', key] as const).sort();
  for (const [, key] of ages.slice(0, Math.max(0, ages.length - MAX_COUNT))) localStorage.removeItem(key);
}
