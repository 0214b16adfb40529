import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { LightElement } from '../app/light-element.ts';
import { cssValues } from './css-values.ts';

/** Rows drawn above and below the window at least, and rows that come and go together: each time all is laid out anew. */
const SPARE = 4;
const STEP = 3;

/** Many things of one size in rows, of which only those in the window are in the document. It scrolls with the page. */
export class VirtualGrid extends LightElement {
  static override properties = {
    items: { attribute: false },
    draw: { attribute: false },
    narrowest: { attribute: false },
    height: { attribute: false },
    span: { state: true },
  };

  /** Keys of the things. */
  declare items: readonly string[];
  declare draw: (item: string) => TemplateResult;
  /** Pixels a thing is wide at least, and high with the gap below it. */
  declare narrowest: number;
  declare height: number;
  /** What is in the document: how many columns, and rows from and to. */
  declare span: { readonly columns: number; readonly from: number; readonly to: number };
  private readonly sizes = new ResizeObserver(() => this.measure());
  private readonly measureSoon = (): void => this.measure();

  constructor() {
    super();
    this.items = [];
    this.narrowest = 200;
    this.height = 80;
    this.span = { columns: 1, from: 0, to: 20 };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
    window.addEventListener('scroll', this.measureSoon, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    window.removeEventListener('scroll', this.measureSoon);
  }

  protected override render() {
    const { columns, from, to } = this.span;
    const rows = Math.ceil(this.items.length / columns);
    const first = Math.min(from, Math.max(0, rows - 1));
    const shown = this.items.slice(first * columns, to * columns);
    const above = first * this.height;
    const below = Math.max(0, rows - Math.max(to, first)) * this.height;
    return html`<div
      class="virtual"
      role="list"
      ${cssValues({ '--columns': columns, '--above': `${above}px`, '--below': `${below}px` })}
    >
      ${repeat(
        shown,
        (item) => item,
        (item, i) => html`<div
          role="listitem"
          aria-setsize=${this.items.length}
          aria-posinset=${first * columns + i + 1}
        >
          ${this.draw(item)}
        </div>`,
      )}
    </div>`;
  }

  private measure(): void {
    const { top, width } = this.getBoundingClientRect();
    const columns = Math.max(1, Math.floor(width / this.narrowest));
    const first = Math.max(0, Math.floor(-top / this.height) - SPARE);
    const from = first - (first % STEP);
    const to = from + Math.ceil(window.innerHeight / this.height) + 2 * SPARE + STEP;
    const { span } = this;
    if (span.columns !== columns || span.from !== from || span.to !== to) this.span = { columns, from, to };
  }
}
