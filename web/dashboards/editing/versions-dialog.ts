import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { userNames } from '../../logbook/user-names.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { timeText } from '../../parts/time-text.ts';
import { type DashboardVersion, dashboardVersion, dashboardVersions } from '../../server/dashboards.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** The saved versions of a dashboard. Fires `restore` with the cards of the chosen one. */
export class VersionsDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    path: { attribute: false },
    versions: { state: true },
    names: { state: true },
  };

  declare home: HomeStore;
  declare path: string;
  declare versions: readonly DashboardVersion[] | undefined;
  declare names: ReadonlyMap<string, string>;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.names = new Map();
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      this.versions = await dashboardVersions(this.home.connection, this.path);
      this.names = await userNames(this.home);
    });
  }

  protected override render() {
    const { versions } = this;
    return dialog({
      title: say('dashboards.versions'),
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: html`${this.actions.view()}
        ${
          versions === undefined
            ? html`<p class="hint" role="status">${say('home.loading')}</p>`
            : versions.length === 0
              ? html`<p>${say('dashboards.no_versions')}</p>`
              : html`<ol class="version-list">${versions.map((one, at) => this.row(one, at === 0))}</ol>`
        }
        <div class="actions end"><button type="button" data-first @click=${closeDialog}>${say('action.close')}</button></div>`,
    });
  }

  private row({ version, time, user_id: userId }: DashboardVersion, isCurrent: boolean): TemplateResult {
    const when = timeText(time, { dateStyle: 'medium', timeStyle: 'medium' });
    const who = userId === null ? say('dashboards.earlier') : (this.names.get(userId) ?? '–');
    return html`<li><span><b>${when}</b><small class="hint">${who}</small></span>
      ${
        isCurrent
          ? html`<span class="hint">${say('dashboards.current')}</span>`
          : html`<button type="button" aria-label=${say('dashboards.restore_named', { when })} @click=${(event: Event) => this.restore(event, version)}>${say('dashboards.restore')}</button>`
      }</li>`;
  }

  private async restore(event: Event, version: number): Promise<void> {
    const box = (event.currentTarget as Element).closest('dialog');
    await this.actions.run(async () => {
      const detail = await dashboardVersion(this.home.connection, this.path, version);
      this.dispatchEvent(new CustomEvent('restore', { detail }));
      box?.close();
    });
  }
}
