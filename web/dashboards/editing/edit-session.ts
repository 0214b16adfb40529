import { mdiArrowLeft, mdiArrowRight, mdiDeleteOutline, mdiPencilOutline, mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { toolButton } from '../../parts/tool-button.ts';
import type { SavedDashboard } from '../../server/dashboards.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Config, configIn, textIn } from '../config.ts';
import { generatedDashboard } from '../generated.ts';
import { Arranging } from './arranging.ts';
import { DashboardEditor, reportFailure, reportLost } from './dashboard-editor.ts';
import { VersionsDialog } from './versions-dialog.ts';

define({ 'hearth-dashboard-versions': VersionsDialog });

/** The page that is arranged. */
interface ArrangedPage extends HTMLElement {
  readonly home: HomeStore;
  readonly path: string;
  saved: SavedDashboard | undefined;
  requestUpdate(): void;
}

/** The arranging of one dashboard, from “Arrange” to “Done”. */
export class EditSession {
  readonly editor: DashboardEditor;
  /** Changes with each change, so that the view is rendered again. */
  round = 0;
  private readonly page: ArrangedPage;
  private readonly arranging: Arranging;
  private isBusy = false;

  constructor(page: ArrangedPage, saved: SavedDashboard) {
    this.page = page;
    this.arranging = new Arranging(page.home.connection, page.path, {
      saved,
      onChange: (next) => {
        page.saved = next;
        this.redraw();
      },
      onLost: reportLost,
      onFailure: reportFailure,
    });
    this.editor = new DashboardEditor({
      home: page.home,
      arranging: this.arranging,
      config: () => page.saved?.config,
      requestUpdate: () => this.redraw(),
      element: page,
    });
    // A generated dashboard becomes one of its own when it is first arranged.
    if (!Array.isArray(configIn(saved.config)?.views)) {
      const value = { ...configIn(saved.config), strategy: undefined, ...generatedDashboard(page.home) };
      void this.arranging.change({ kind: 'replace', path: [], was: saved.config, value });
    }
  }

  get canUndo(): boolean {
    return this.arranging.canUndo;
  }

  get canRedo(): boolean {
    return this.arranging.canRedo;
  }

  undo(): void {
    void this.arranging.undo().then(() => this.redraw());
  }

  redo(): void {
    void this.arranging.redo().then(() => this.redraw());
  }

  /** Takes over what was saved elsewhere; whether the page is to show it. */
  follow(saved: SavedDashboard): boolean {
    return this.arranging.follow(saved);
  }

  openVersions(): void {
    this.isBusy = true;
    this.redraw();
  }

  /** The tools of the views. */
  viewTools(
    current: { readonly view: Config; readonly at: number } | undefined,
    count: number,
  ): TemplateResult {
    const { editor } = this;
    const name = current === undefined ? '' : (textIn(current.view.title) ?? String(current.at + 1));
    return html`<div class="edited-tools" role="group" aria-label=${say('dashboards.views')}>
      ${
        current === undefined
          ? nothing
          : html`${toolButton(mdiArrowLeft, say('home.earlier', { name }), () => editor.moveView(current.view, current.at, current.at - 1), current.at === 0)}
              ${toolButton(mdiArrowRight, say('home.later', { name }), () => editor.moveView(current.view, current.at, current.at + 1), current.at >= count - 1)}
              ${toolButton(mdiPencilOutline, say('dashboards.edit_named', { name }), () => editor.editView(current.view, current.at))}
              ${toolButton(mdiDeleteOutline, say('dashboards.remove_named', { name }), () => editor.removeView(current.view, current.at))}`
      }
      ${toolButton(mdiPlus, say('dashboards.add_view'), () => editor.addView())}
      ${
        this.isBusy
          ? html`<hearth-dashboard-versions .home=${this.page.home} .path=${this.page.path}
              @restore=${(event: CustomEvent<unknown>) => this.restore(event.detail)}
              @closed=${() => {
                this.isBusy = false;
                this.redraw();
              }}></hearth-dashboard-versions>`
          : nothing
      }
    </div>`;
  }

  private restore(value: unknown): void {
    void this.arranging.change({ kind: 'replace', path: [], was: this.page.saved?.config, value });
  }

  private redraw(): void {
    this.round += 1;
    this.page.requestUpdate();
  }
}
