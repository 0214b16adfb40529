import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { columnCount } from '../pages/home/columns.ts';
import { cssValues } from '../parts/css-values.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { type Config, configIn, configsIn, listIn, numberIn, textIn } from './config.ts';
import { resolvedView } from './generated.ts';
import { cardKind } from './kinds/index.ts';
import { sizeOf } from './size.ts';
import { entitiesOfConditions, isVisible } from './visibility.ts';

const NARROW = 720;

/** One view of a dashboard: its badges and cards, in the arrangement that its type says. */
export class DashboardView extends LightElement {
  static override properties = {
    home: { attribute: false },
    view: { attribute: false },
    columns: { state: true },
    isNarrow: { state: true },
  };

  declare home: HomeStore;
  declare view: Config;
  declare columns: number;
  declare isNarrow: boolean;
  private readonly sizes = new ResizeObserver(() => this.measure());

  constructor() {
    super();
    this.columns = 1;
    this.isNarrow = false;
    new Watch(this, () => [
      '#members',
      ...configsIn(this.view.sections).flatMap((section) =>
        entitiesOfConditions(this.home, section.visibility),
      ),
    ]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  protected override render() {
    const view = resolvedView(this.home, this.view);
    return html`${this.header(view)}
      ${view.badges === undefined ? nothing : html`<hearth-badges .home=${this.home} .badges=${view.badges}></hearth-badges>`}
      ${this.cards(view)}${this.footer(view)}`;
  }

  private header(view: Config): TemplateResult | typeof nothing {
    const card = configIn(configIn(view.header)?.card);
    return card === undefined ? nothing : html`<div class="view-header">${this.card(card)}</div>`;
  }

  private footer(view: Config): TemplateResult | typeof nothing {
    const card = configIn(configIn(view.footer)?.card);
    return card === undefined ? nothing : html`<div class="view-header">${this.card(card)}</div>`;
  }

  private cards(view: Config): TemplateResult {
    const type =
      textIn(view.type) ??
      (view.panel === true
        ? 'panel'
        : Array.isArray(view.sections) && view.cards === undefined
          ? 'sections'
          : 'masonry');
    switch (type) {
      case 'panel':
        return html`<div class="view-panel">${listIn(view.cards).map((card) => this.card(card))}</div>`;
      case 'sidebar':
        return this.sidebar(listIn(view.cards));
      case 'sections':
        return this.sections(view);
      default:
        return this.masonry(listIn(view.cards));
    }
  }

  private masonry(cards: readonly unknown[]): TemplateResult {
    const columns = Array.from({ length: this.columns }, () => ({ cards: [] as unknown[], height: 0 }));
    for (const card of cards) {
      const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best));
      shortest.cards.push(card);
      shortest.height += 1 + sizeOf(configIn(card) ?? {}, cardKind);
    }
    return html`<div class="view-masonry">
      ${columns.map((column) => html`<div class="view-column">${column.cards.map((card) => this.card(card))}</div>`)}
    </div>`;
  }

  private sidebar(cards: readonly unknown[]): TemplateResult {
    const isAside = (card: unknown): boolean => configIn(configIn(card)?.view_layout)?.position === 'sidebar';
    return html`<div class="view-sidebar">
      <div class="view-column">${cards.filter((card) => !isAside(card)).map((card) => this.card(card))}</div>
      <div class="view-column">${cards.filter(isAside).map((card) => this.card(card))}</div>
    </div>`;
  }

  private sections(view: Config): TemplateResult {
    const most = Math.max(1, Math.min(numberIn(view.max_columns) ?? 4, 10));
    const columns = Math.min(this.columns, most);
    const aside = configsIn(configIn(view.sidebar)?.sections);
    const sections = [...configsIn(view.sections), ...aside].filter((section) =>
      isVisible(this.home, section.visibility),
    );
    // Cards of a view of another type are not lost when it becomes one of sections.
    const loose = listIn(view.cards);
    return html`<div class="view-sections" ${cssValues({ '--columns': columns })} ?data-dense=${view.dense_section_placement === true}>
      ${sections.map((section) => this.section(section, columns))}
      ${loose.length === 0 ? nothing : this.section({ cards: loose }, columns)}
    </div>`;
  }

  private section(section: Config, columns: number): TemplateResult {
    const title = textIn(section.title);
    const span = Math.max(1, Math.min(numberIn(section.column_span) ?? 1, columns));
    return html`<section class="view-section" ${cssValues({ '--span': span, '--grid': 12 * span })}>
      ${title === undefined ? nothing : html`<h2>${title}</h2>`}
      <div class="section-grid">
        ${listIn(section.cards).map((card) => {
          const { width, height } = this.cell(configIn(card) ?? {}, span);
          return html`<div class="section-cell" ?data-tall=${height > 0} ${cssValues({ '--width': width, '--height': Math.max(1, height) })}>
            ${this.card(card)}</div>`;
        })}
      </div>
    </section>`;
  }

  /** The columns of twelve, and the rows if they are given. */
  private cell(card: Config, span: number): { readonly width: number; readonly height: number } {
    const options = configIn(card.grid_options);
    const older = configIn(card.layout_options);
    const usual = cardKind(textIn(card.type) ?? '')?.columns ?? 12;
    const given = options?.columns ?? (older?.grid_columns === undefined ? undefined : older.grid_columns);
    const factor = options?.columns === undefined && older?.grid_columns !== undefined ? 3 : 1;
    const width = given === 'full' ? 12 * span : (numberIn(given) ?? usual / factor) * factor;
    const rows = numberIn(options?.rows ?? older?.grid_rows) ?? 0;
    return { width: Math.max(this.isNarrow ? 6 : 3, Math.min(Math.round(width), 12 * span)), height: rows };
  }

  private card(card: unknown): TemplateResult {
    return html`<hearth-card .home=${this.home} .config=${card} .depth=${0}></hearth-card>`;
  }

  private measure(): void {
    const width = this.clientWidth;
    if (width === 0) return;
    this.columns = columnCount(width);
    this.isNarrow = width < NARROW;
  }
}
