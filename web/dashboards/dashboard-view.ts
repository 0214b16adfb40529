import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { columnCount } from '../pages/home/columns.ts';
import { cssValues } from '../parts/css-values.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { cardKind } from './cards/index.ts';
import { type Config, configIn, configsIn, listIn, numberIn, textIn } from './config.ts';
import type { Path } from './editing/changes.ts';
import { resolvedView } from './generated.ts';
import { sizeOf } from './size.ts';
import type { ViewEditor } from './view-editor.ts';
import { entitiesOfConditions, isVisible } from './visibility.ts';

const NARROW = 720;

/** One view of a dashboard: its badges and cards, in the arrangement that its type says. */
export class DashboardView extends LightElement {
  static override properties = {
    home: { attribute: false },
    view: { attribute: false },
    path: { attribute: false },
    editor: { attribute: false },
    columns: { state: true },
    isNarrow: { state: true },
  };

  declare home: HomeStore;
  declare view: Config;
  /** Where the view is in the cards of the dashboard. */
  declare path: Path;
  /** Set while the view is arranged. */
  declare editor: ViewEditor | undefined;
  declare columns: number;
  declare isNarrow: boolean;
  private readonly sizes = new ResizeObserver(() => this.measure());

  constructor() {
    super();
    this.columns = 1;
    this.path = [];
    this.editor = undefined;
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
    return html`${this.extra(view.header)}
      ${view.badges === undefined ? nothing : html`<hearth-badges .home=${this.home} .badges=${view.badges}></hearth-badges>`}
      ${this.cards(view)}${this.extra(view.footer)}`;
  }

  /** The card above or below the others. */
  private extra(part: unknown): TemplateResult | typeof nothing {
    const card = configIn(configIn(part)?.card);
    return card === undefined ? nothing : html`<div class="view-header">${this.drawn(card)}</div>`;
  }

  private cards(view: Config): TemplateResult {
    switch (typeOfView(view)) {
      case 'panel':
        return html`<div class="view-panel">${this.numbered(view).map((one) => this.card(one))}${this.adder(view)}</div>`;
      case 'sidebar':
        return this.sidebar(view);
      case 'sections':
        return this.sections(view);
      default:
        return this.masonry(view);
    }
  }

  /** The cards of a view or section with their places. */
  private numbered({ cards }: Config, path: Path = this.path): readonly Numbered[] {
    return listIn(cards).map((card, at) => ({ card, path: [...path, 'cards', at] }));
  }

  private masonry(view: Config): TemplateResult {
    const columns = Array.from({ length: this.columns }, () => ({ cards: [] as Numbered[], height: 0 }));
    for (const one of this.numbered(view)) {
      const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best));
      shortest.cards.push(one);
      shortest.height += 1 + sizeOf(configIn(one.card) ?? {}, cardKind);
    }
    return html`<div class="view-masonry">
        ${columns.map((column) => html`<div class="view-column">${column.cards.map((one) => this.card(one))}</div>`)}
      </div>
      ${this.adder(view)}`;
  }

  private sidebar(view: Config): TemplateResult {
    const cards = this.numbered(view);
    const isAside = ({ card }: Numbered): boolean =>
      configIn(configIn(card)?.view_layout)?.position === 'sidebar';
    return html`<div class="view-sidebar">
        <div class="view-column">${cards.filter((one) => !isAside(one)).map((one) => this.card(one))}</div>
        <div class="view-column">${cards.filter(isAside).map((one) => this.card(one))}</div>
      </div>
      ${this.adder(view)}`;
  }

  private sections(view: Config): TemplateResult {
    const most = Math.max(1, Math.min(numberIn(view.max_columns) ?? 4, 10));
    const columns = Math.min(this.columns, most);
    const own = listIn(view.sections).map((section, at) => ({
      section: configIn(section) ?? {},
      path: [...this.path, 'sections', at],
    }));
    const aside = listIn(configIn(view.sidebar)?.sections).map((section, at) => ({
      section: configIn(section) ?? {},
      path: [...this.path, 'sidebar', 'sections', at],
    }));
    const isShown = ({ section }: Sectioned): boolean =>
      this.editor !== undefined || isVisible(this.home, section.visibility);
    // Cards of a view of another type are not lost when it becomes one of sections.
    const loose = { section: { cards: view.cards }, path: this.path };
    return html`<div class="view-sections" ${cssValues({ '--columns': columns })} ?data-dense=${view.dense_section_placement === true}>
      ${[...own, ...aside].filter(isShown).map((one) => this.section(one, columns))}
      ${listIn(view.cards).length === 0 ? nothing : this.section(loose, columns)}
      ${this.editor?.addSection([...this.path, 'sections'], own.length) ?? nothing}
    </div>`;
  }

  private section({ section, path }: Sectioned, columns: number): TemplateResult {
    const title = textIn(section.title);
    const span = Math.max(1, Math.min(numberIn(section.column_span) ?? 1, columns));
    const tools = path === this.path ? nothing : (this.editor?.section(section, path) ?? nothing);
    return html`<section class="view-section" ${cssValues({ '--span': span, '--grid': 12 * span })}>
      ${tools} ${title === undefined ? nothing : html`<h2>${title}</h2>`}
      <div class="section-grid">
        ${this.numbered(section, path).map((one) => {
          const { width, height } = this.cell(configIn(one.card) ?? {}, span);
          return html`<div class="section-cell" ?data-tall=${height > 0} ${cssValues({ '--width': width, '--height': Math.max(1, height) })}>
            ${this.card(one)}</div>`;
        })}
        ${this.editor?.addCard([...path, 'cards']) ?? nothing}
      </div>
    </section>`;
  }

  private adder(_: Config): TemplateResult | typeof nothing {
    return this.editor?.addCard([...this.path, 'cards']) ?? nothing;
  }

  private card({ card, path }: Numbered): TemplateResult {
    return this.editor?.card(card, path, this.drawn(card)) ?? this.drawn(card);
  }

  private drawn(card: unknown): TemplateResult {
    const isEdited = this.editor !== undefined;
    return html`<hearth-card .home=${this.home} .config=${card} .depth=${0} .isEdited=${isEdited}></hearth-card>`;
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

  private measure(): void {
    const width = this.clientWidth;
    if (width === 0) return;
    this.columns = columnCount(width);
    this.isNarrow = width < NARROW;
  }
}

interface Numbered {
  readonly card: unknown;
  readonly path: Path;
}

interface Sectioned {
  readonly section: Config;
  readonly path: Path;
}

/** The type of a view; older ones name none. */
function typeOfView({ type, panel, sections, cards }: Config): string {
  if (textIn(type) !== undefined) return String(type);
  if (panel === true) return 'panel';
  return Array.isArray(sections) && cards === undefined ? 'sections' : 'masonry';
}
