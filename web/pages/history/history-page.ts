import '../../styles/editors.css';
import '../../styles/history-page.css';
import '../../styles/inner.css';
import '../../texts/history.ts';
import '../../texts/inner.ts';
import { mdiClose, mdiContentSaveOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { onNavigate } from '../../app/router.ts';
import { toastTrouble } from '../../app/toasts.ts';
import { HistoryPlot } from '../../controls/history-plot.ts';
import { viewOf } from '../../domains/index.ts';
import { closeDialog, confirmation, dialog } from '../../parts/dialog.ts';
import { failure } from '../../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../../parts/field.ts';
import { Chooser } from '../../parts/form/chooser.ts';
import { Combobox } from '../../parts/form/combobox.ts';
import { targetSource } from '../../parts/form/target-choices.ts';
import { icon } from '../../parts/icon.ts';
import type { PlotRange } from '../../parts/plot/plot-range.ts';
import { labeledButton } from '../../parts/tool-button.ts';
import { domainOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { type HistorySelection, queryOf, selectionOf } from './history-selection.ts';
import { knownSelection } from './known-selection.ts';
import { followViews, keepViews, type SavedView, withView } from './saved-views.ts';

define({ 'hearth-chooser': Chooser, 'hearth-combobox': Combobox, 'hearth-history-plot': HistoryPlot });

/** More curves could not be told apart. */
const MAX_ENTITIES = 40;

/** The history of chosen entities and areas; the address holds what is shown, and users save views of it. */
export class HistoryPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    selection: { state: true },
    views: { state: true },
    isSaving: { state: true },
    removed: { state: true },
    nameError: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare selection: HistorySelection;
  declare views: readonly SavedView[];
  declare isSaving: boolean;
  /** The view that is about to be removed. */
  declare removed: SavedView | undefined;
  declare nameError: string | undefined;
  private undo: readonly (() => void)[] = [];

  constructor() {
    super();
    this.selection = selectionOf(location.search, Date.now());
    this.views = [];
    this.isSaving = false;
    this.removed = undefined;
    this.nameError = undefined;
    new Watch(this, () => ['#members', '#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.undo = [
      onNavigate(() => {
        if (location.pathname === PATHS.history) this.selection = selectionOf(location.search, Date.now());
      }),
      followViews(this.home, (views) => {
        this.views = views;
      }),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
  }

  protected override render() {
    return html`<div class="page history-page">
      <h1>${say('app.history')}</h1>
      ${this.home.isKnown ? this.content() : html`<p class="hint" role="status">${say('home.loading')}</p>`}
      ${this.isSaving ? this.saveDialog() : nothing} ${this.removed === undefined ? nothing : this.removeDialog(this.removed)}
    </div>`;
  }

  private content(): TemplateResult {
    const { home, selection } = this;
    const { items, entityIds, isAnyMissing } = knownSelection(home, selection.items, hasHistory);
    const shown = entityIds.slice(0, MAX_ENTITIES);
    return html`${this.viewList()}
      <section class="card">
        <div class="field">
          <label for="history-items">${say('history.items')}</label>
          <hearth-chooser
            .name=${'history-items'}
            .label=${say('history.items')}
            .choices=${targetSource(home, [])}
            .value=${items}
            .isMultiple=${true}
            @changed=${(event: CustomEvent<readonly string[]>) => this.change({ items: event.detail })}
          ></hearth-chooser>
        </div>
        ${isAnyMissing ? html`<p class="notice">${say('history.missing')}</p>` : nothing}
        ${
          shown.length < entityIds.length
            ? html`<p class="notice">${say('history.many', { count: shown.length, all: entityIds.length })}</p>`
            : nothing
        }
        ${this.plot(items, shown)}
      </section>`;
  }

  private plot(items: readonly string[], entityIds: readonly string[]): TemplateResult {
    if (items.length === 0) return html`<p class="hint">${say('history.none')}</p>`;
    if (entityIds.length === 0) return html`<p class="hint">${say('history.no_entities')}</p>`;
    return html`<div class="actions">
        ${labeledButton(mdiContentSaveOutline, say('history.save'), () => {
          this.nameError = undefined;
          this.isSaving = true;
        })}
      </div>
      <hearth-history-plot
        .home=${this.home}
        .entityIds=${entityIds}
        .range=${this.selection.range}
        @range=${(event: CustomEvent<PlotRange>) => this.change({ range: event.detail })}
      ></hearth-history-plot>`;
  }

  private viewList(): TemplateResult | typeof nothing {
    const { views } = this;
    if (views.length === 0) return nothing;
    const shown = queryOf(this.selection);
    return html`<nav aria-label=${say('history.views')}>
      <ul class="picks">
        ${views.map(
          (view) => html`<li class="pick">
            <a href=${PATHS.history + view.query} aria-current=${view.query === shown ? 'true' : nothing}>${view.name}</a>
            <button
              type="button"
              class="quiet"
              aria-label=${say('form.remove', { name: view.name })}
              @click=${() => {
                this.removed = view;
              }}
            >
              ${icon(mdiClose)}
            </button>
          </li>`,
        )}
      </ul>
    </nav>`;
  }

  private saveDialog(): TemplateResult {
    return dialog({
      title: say('history.save'),
      onClose: () => {
        this.isSaving = false;
      },
      body: html`<form novalidate @submit=${this.save}>
        ${field({
          name: 'view-name',
          label: say('history.view_name'),
          hint: say('history.view_hint'),
          maxLength: 60,
          error: this.nameError,
        })}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary">${say('action.save')}</button>
        </div>
      </form>`,
    });
  }

  private removeDialog(view: SavedView): TemplateResult {
    return confirmation({
      title: say('history.remove'),
      question: say('history.remove_view', { name: view.name }),
      yes: say('history.remove'),
      no: say('action.cancel'),
      onYes: () => void this.keep(this.views.filter((one) => one !== view)),
      onClose: () => {
        this.removed = undefined;
      },
    });
  }

  private readonly save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const name = (valuesOf(form)['view-name'] ?? '').trim();
    this.nameError = name === '' ? say('error.required') : undefined;
    await this.updateComplete;
    if (name === '') return focusFieldError(this);
    const isKept = await this.keep(withView(this.views, { name, query: queryOf(this.selection) }));
    if (isKept) form.closest('dialog')?.close();
  };

  private async keep(views: readonly SavedView[]): Promise<boolean> {
    try {
      await keepViews(this.home, views);
      this.views = views;
      return true;
    } catch (error) {
      toastTrouble(failure(error));
      return false;
    }
  }

  private change(patch: Partial<HistorySelection>): void {
    this.selection = { ...this.selection, ...patch };
    history.replaceState(history.state, '', PATHS.history + queryOf(this.selection));
  }
}

/** States of buttons and the like are the times at which something happened: there is nothing to plot. */
function hasHistory(id: string): boolean {
  return viewOf(domainOf(id)).isMoment !== true;
}
