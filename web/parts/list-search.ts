import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { say } from '../texts/say.ts';

const STEP = 60;

/** A search field, and a limited number of results to keep pages fast: more on demand. */
export class ListSearch implements ReactiveController {
  text = '';
  private max = STEP;
  private readonly host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The items that contain all words of the search, case-insensitively. */
  of<T>(items: readonly T[], textOf: (item: T) => string): readonly T[] {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return items;
    return items.filter((item) => {
      const text = textOf(item).toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  field(label = say('list.search')): TemplateResult {
    return html`<input
      type="search"
      class="search"
      aria-label=${label}
      placeholder=${label}
      .value=${this.text}
      @input=${(event: InputEvent) => {
        this.text = (event.target as HTMLInputElement).value;
        this.max = STEP;
        this.host.requestUpdate();
      }}
    />`;
  }

  /** The first of the found items. */
  shown<T>(found: readonly T[]): readonly T[] {
    return found.slice(0, this.max);
  }

  /** Rendered below the list: a button for more, or that there are none. */
  rest(count: number): TemplateResult | typeof nothing {
    if (count === 0) return html`<p class="hint">${say('list.none')}</p>`;
    if (count <= this.max) return nothing;
    return html`<button
      type="button"
      @click=${() => {
        this.max += 4 * STEP;
        this.host.requestUpdate();
      }}
    >
      ${say('list.more', { count: count - this.max })}
    </button>`;
  }
}
