import '../../styles/dashboards.css';
import '../../styles/home.css';
import '../../texts/dashboards.ts';
import { mdiChevronRight, mdiViewDashboardOutline } from '@mdi/js';
import { html, type nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { viewAddress } from '../../dashboards/addresses.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { icon } from '../../parts/icon.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { type DashboardInfo, DEFAULT_DASHBOARD, listDashboards } from '../../server/dashboards.ts';
import type { CurrentUser } from '../../server/session.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-icon': NamedIcon });

/** The dashboards of the home. */
export class DashboardsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    user: { attribute: false },
    list: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare user: CurrentUser;
  declare list: readonly DashboardInfo[] | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.list = undefined;
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
      <h1>${say('dashboards.title')}</h1>
      ${this.actions.view()}
      ${
        list === undefined
          ? html`<p class="hint" role="status">${say('home.loading')}</p>`
          : html`<ul class="dashboard-list">
              ${this.row(DEFAULT_DASHBOARD, first?.title ?? say('dashboards.default'), first?.icon)}
              ${others.map(({ url_path: path, title, icon: name }) => this.row(path, title, name))}
            </ul>`
      }
    </div>`;
  }

  private row(path: string, title: string, name: string | undefined): TemplateResult | typeof nothing {
    return html`<li><a class="card" href=${viewAddress(path)}>
      <hearth-icon .name=${name} .path=${mdiViewDashboardOutline}></hearth-icon><span>${title}</span>${icon(mdiChevronRight)}</a></li>`;
  }

  private async load(): Promise<void> {
    await this.actions.run(async () => {
      this.list = await listDashboards(this.home.connection);
    });
  }
}
