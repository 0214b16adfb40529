import { mdiCheck, mdiPencilOutline, mdiRedo, mdiTabletDashboard, mdiUndo } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import type { EditSession } from '../../dashboards/editing/edit-session.ts';
import { icon } from '../../parts/icon.ts';
import { toolButton } from '../../parts/tool-button.ts';
import type { SavedDashboard } from '../../server/dashboards.ts';
import { say } from '../../texts/say.ts';

/** The buttons beside the title of a dashboard. */
export function pageTools(page: {
  readonly saved: SavedDashboard | undefined;
  readonly session: EditSession | undefined;
  readonly onArrange: () => void;
  readonly onDone: () => void;
  readonly onWall: () => void;
}): TemplateResult | typeof nothing {
  const { saved, session } = page;
  if (session !== undefined)
    return html`<div class="page-tools">
      ${toolButton(mdiUndo, say('dashboards.undo'), () => session.undo(), !session.canUndo)}
      ${toolButton(mdiRedo, say('dashboards.redo'), () => session.redo(), !session.canRedo)}
      <button type="button" @click=${() => session.openVersions()}>${say('dashboards.versions')}</button>
      <button type="button" class="primary" @click=${page.onDone}>${icon(mdiCheck)}<span>${say('action.done')}</span></button>
    </div>`;
  if (saved === undefined) return nothing;
  return html`<div class="page-tools">
    ${toolButton(mdiTabletDashboard, say('dashboards.wall'), page.onWall)}
    ${
      saved.may_arrange
        ? html`<button type="button" class="quiet" @click=${page.onArrange}>${icon(mdiPencilOutline)}<span>${say('home.arrange')}</span></button>`
        : nothing
    }
  </div>`;
}
