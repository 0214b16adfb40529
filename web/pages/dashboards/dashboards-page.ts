import '../../styles/dashboards.css';
import '../../styles/home.css';
import '../../texts/dashboards.ts';
import { mdiChevronRight, mdiCogOutline, mdiPlus, mdiViewDashboardOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { viewAddress } from '../../dashboards/addresses.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { type DashboardInfo, DEFAULT_DASHBOARD, listDashboards } from '../../server/dashboards.ts';
import type { CurrentUser } from '../../server/session.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-icon': NamedIcon });

/** The dashboards of the home; administrators create and set them up here. */
export class DashboardsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    user: { attribute: false },
    list: { state: true },
    dialog: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare user: CurrentUser;
  declare list: readonly DashboardInfo[] | undefined;
  /** The open dialog, whose script is loaded on first use. */
  declare dialog: TemplateResult | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.list = undefined;
    this.dialog = undefined;
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { list, user } = this;
    const others = (list ?? []).filter(
      ({ url_path: path, require_admin: isForAdmins }) =>
        path !== DEFAULT_DASHBOARD && (!isForAdmins || user.is_admin),
    );
    const first = list?.find(({ url_path: path }) => path === DEFAULT_DASHBOARD);
    return html`<div class="page">
      <header class="home-head"><h1>${say('dashboards.title')}</h1>
        ${
          user.is_admin
            ? html`<button type="button" @click=${() => this.open(undefined)}>${icon(mdiPlus)}<span>${say('dashboards.create')}</span></button>`
            : nothing
        }</header>
      ${this.actions.view()}
      ${
        list === undefined
          ? html`<p class="hint" role="status">${say('home.loading')}</p>`
          : html`<ul class="dashboard-list">
              ${this.row(DEFAULT_DASHBOARD, first?.title ?? say('dashboards.default'), first)}
              ${others.map((one) => this.row(one.url_path, one.title, one))}
            </ul>`
      }
      ${this.dialog ?? nothing}
    </div>`;
  }

  private row(path: string, title: string, info: DashboardInfo | undefined): TemplateResult {
    return html`<li><a class="card" href=${viewAddress(path)}>
        <hearth-icon .name=${info?.icon} .path=${mdiViewDashboardOutline}></hearth-icon><span>${title}</span>${icon(mdiChevronRight)}</a>
      ${
        this.user.is_admin
          ? toolButton(mdiCogOutline, say('dashboards.set_up_named', { name: title }), () =>
              this.open({ path, title, info }),
            )
          : nothing
      }</li>`;
  }

  private async open(
    of:
      | { readonly path: string; readonly title: string; readonly info: DashboardInfo | undefined }
      | undefined,
  ): Promise<void> {
    await this.actions.run(async () => {
      const { dashboardDialog } = await import('../../dashboards/editing/dashboard-forms.ts');
      this.dialog = await dashboardDialog(this.home, of, () => {
        this.dialog = undefined;
        void this.load();
      });
    });
  }

  private async load(): Promise<void> {
    await this.actions.run(async () => {
      this.list = await listDashboards(this.home.connection);
    });
  }
}
