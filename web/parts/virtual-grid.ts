import { type PropertyValues, ReactiveElement, render, type TemplateResult } from 'lit';

/** Extra rows rendered above and below the viewport. */
const SPARE = 4;
/** The delay after which scrolling has stopped, in milliseconds. */
const REST = 150;
/** Focused or touched. */
const IN_USE = ':focus-within, :active';
/** Properties that affect every slot. */
const COMMON = ['items', 'draw', 'columns'];

/**
 * A grid of many items of equal size, which only has those near the viewport in the document and scrolls with
 * the page. The slot of an item that left is reused in place for one that entered, so that scrolling stays
 * smooth. A slot in use keeps its item wherever that is.
 */
export class VirtualGrid extends ReactiveElement {
  static override properties = {
    items: { attribute: false },
    draw: { attribute: false },
    narrowest: { attribute: false },
    height: { attribute: false },
    columns: { state: true },
    from: { state: true },
    to: { state: true },
  };

  /** The keys of the items. */
  declare items: readonly string[];
  declare draw: (item: string) => TemplateResult;
  /** The minimum width of an item and its height, including gaps, in `rem`. */
  declare narrowest: number;
  declare height: number;
  declare columns: number;
  /** The range of rendered rows. */
  declare from: number;
  declare to: number;
  /** Elements by item. */
  private readonly slots = new Map<string, HTMLElement>();
  private readonly sizes = new ResizeObserver(() => this.measure());
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.items = [];
    this.narrowest = 12;
    this.height = 5;
    this.columns = 1;
    this.from = 0;
    this.to = 20;
    this.addEventListener('keydown', this.putInOrder);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('role', 'list');
    this.sizes.observe(this);
    window.addEventListener('scroll', this.measure, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    clearTimeout(this.resting);
    window.removeEventListener('scroll', this.measure);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { items, columns, slots } = this;
    this.style.setProperty('--columns', String(columns));
    this.style.setProperty('--rows', String(Math.ceil(items.length / columns)));
    const isAllNew = COMMON.some((name) => changed.has(name));
    const wanted = this.wanted();
    const free = [...slots].filter(([item]) => !wanted.has(item));
    for (const [item] of free) slots.delete(item);
    for (const [item, at] of wanted) {
      const held = slots.get(item);
      if (held === undefined || isAllNew) this.fill(held ?? free.pop()?.[1] ?? this.newSlot(), at, item);
    }
    for (const [, slot] of free) slot.remove();
    clearTimeout(this.resting);
    this.resting = setTimeout(this.putInOrder, REST);
  }

  /** The items to render, with their index in the list. */
  private wanted(): Map<string, number> {
    const { items, columns, from, to, slots } = this;
    const wanted = new Map<string, number>();
    items.slice(from * columns, to * columns).forEach((item, i) => void wanted.set(item, from * columns + i));
    for (const [item, slot] of this.matches(IN_USE) ? slots : [])
      if (slot.matches(IN_USE) && items.includes(item)) wanted.set(item, items.indexOf(item));
    return wanted;
  }

  private newSlot(): HTMLElement {
    const slot = document.createElement('div');
    slot.setAttribute('role', 'listitem');
    this.append(slot);
    return slot;
  }

  private fill(slot: HTMLElement, at: number, item: string): void {
    const { items, columns, draw } = this;
    this.slots.set(item, slot);
    slot.setAttribute('aria-setsize', String(items.length));
    slot.setAttribute('aria-posinset', String(at + 1));
    slot.style.setProperty('--row', String(Math.floor(at / columns)));
    slot.style.setProperty('--column', String(at % columns));
    render(draw(item), slot);
  }

  /**
   * Reorders the elements for screen readers and the Tab key. A slot in use is not moved, since it would lose
   * the focus.
   */
  private readonly putInOrder = (): void => {
    const slots = [...this.slots.values()].sort((a, b) => placeOf(a) - placeOf(b));
    if (slots.length === 0) return;
    const used = slots.findIndex((slot) => slot.matches(IN_USE));
    const middle = used >= 0 ? used : slots.length >> 1;
    slots.slice(middle).reduce((slot, next) => {
      if (slot.nextElementSibling !== next) slot.after(next);
      return next;
    });
    slots.slice(0, middle + 1).reduceRight((slot, previous) => {
      if (slot.previousElementSibling !== previous) slot.before(previous);
      return previous;
    });
  };

  private readonly measure = (): void => {
    const { top, width } = this.getBoundingClientRect();
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const height = this.height * rem;
    this.columns = Math.max(1, Math.floor(width / (this.narrowest * rem)));
    const rows = Math.ceil(window.innerHeight / height) + 2 * SPARE;
    const last = Math.ceil(this.items.length / this.columns) - rows;
    this.from = Math.max(0, Math.min(Math.floor(-top / height) - SPARE, last));
    this.to = this.from + rows;
  };
}

function placeOf(slot: Element): number {
  return Number(slot.getAttribute('aria-posinset'));
}
