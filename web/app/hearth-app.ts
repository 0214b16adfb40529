import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { AuthorizePage } from '../pages/authorize-page.ts';
import { ClaimPage } from '../pages/claim-page.ts';
import { LoginForm } from '../pages/login-form.ts';
import { LoginPage } from '../pages/login-page.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { failure } from '../parts/failure.ts';
import { mark } from '../parts/icon.ts';
import { PasswordField } from '../parts/password-field.ts';
import { Session, type Stage } from '../server/session.ts';
import { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AppShell } from './app-shell.ts';
import { define } from './define.ts';
import { LightElement } from './light-element.ts';
import { NoticeBell } from './notice-bell.ts';
import { PATHS } from './paths.ts';
import { language, onPreference } from './preferences.ts';
import { navigate, onNavigate, startRouter } from './router.ts';
import { SearchOpener } from './search-opener.ts';
import { ToastList, toastTrouble } from './toasts.ts';
import type { UserView } from './user-view.ts';

define({
  'hearth-password-field': PasswordField,
  'hearth-claim-page': ClaimPage,
  'hearth-login-form': LoginForm,
  'hearth-login-page': LoginPage,
  'hearth-authorize-page': AuthorizePage,
  'hearth-bell': NoticeBell,
  'hearth-search': SearchOpener,
  'hearth-shell': AppShell,
  'hearth-toasts': ToastList,
});

type Inside = Extract<Stage, { kind: 'inside' }>;

/** The root element: the login pages, or the app once logged in. */
export class HearthApp extends LightElement {
  private readonly session = new Session(() => this.requestUpdate());
  private undo: readonly (() => void)[] = [];
  private home: HomeStore | undefined;
  private hasLoggedIn = false;
  /** Set while the home is shown as another user sees it. */
  private view: UserView | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    startRouter();
    this.undo = [onNavigate(() => this.requestUpdate()), onPreference(() => this.requestUpdate())];
    void this.session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
    this.leaveHome();
  }

  protected override render() {
    // Texts are looked up while rendering, so another language needs a new page element.
    return html`${keyed(language(), this.page())}<hearth-toasts></hearth-toasts>`;
  }

  private page(): TemplateResult {
    const { stage } = this.session;
    if (stage.kind !== 'inside') this.leaveHome();
    if (location.pathname === PATHS.trust) return this.trust();
    if (stage.kind === 'claim')
      return html`<hearth-claim-page
        @authorized=${this.moveIn}
        @claimed=${() => this.session.claimed()}
      ></hearth-claim-page>`;
    if (location.pathname === PATHS.authorize && stage.kind !== 'starting' && stage.kind !== 'unreachable')
      return html`<hearth-authorize-page></hearth-authorize-page>`;
    if (stage.kind === 'inside') return this.inside(stage);
    if (stage.kind === 'login')
      return html`<hearth-login-page .because=${stage.because} @authorized=${this.enter}></hearth-login-page>`;
    if (stage.kind === 'unreachable') return this.unreachable();
    return html`<main class="entry-page" id="content" aria-busy="true">
      <p class="brand">${mark()} <span>Hearth</span></p>
      <p class="hint" role="status">${say('app.starting')}</p>
    </main>`;
  }

  private inside(stage: Inside): TemplateResult {
    const { connection, user } = this.view ?? stage;
    if (this.home?.connection !== connection) {
      this.leaveHome();
      this.home = new HomeStore(connection, user);
    }
    this.home.user = user;
    return html`${this.view === undefined ? nothing : this.viewNotice(user.name)}<hearth-shell
      .home=${this.home}
      .user=${user}
      .address=${location.pathname}
      .isAfterLogin=${this.hasLoggedIn}
      @changed=${() => this.session.reloadUser()}
      @logout=${() => (this.view === undefined ? this.session.logOut() : this.endView())}
      @see-as=${(event: CustomEvent<string>) => this.seeAs(stage.connection, event.detail)}
    ></hearth-shell>`;
  }

  private viewNotice(name: string): TemplateResult {
    return html`<div class="view-notice" role="status"><span>${say('see_as.banner', { name })}</span>
      <button type="button" @click=${() => this.endView()}>${say('see_as.end')}</button></div>`;
  }

  private async seeAs(connection: Inside['connection'], userId: string): Promise<void> {
    try {
      const { openUserView } = await import('./user-view.ts');
      this.view = await openUserView(connection, userId, () => this.endView());
      navigate(PATHS.home);
      this.requestUpdate();
    } catch (error) {
      toastTrouble(failure(error));
    }
  }

  private endView(): void {
    const { view } = this;
    if (view === undefined) return;
    this.view = undefined;
    view.connection.close();
    this.requestUpdate();
  }

  /** The steps to trust this home's certificates, which nobody needs to log in for. */
  private trust(): TemplateResult {
    void import('../pages/trust-page.ts').then(({ TrustPage }) => define({ 'hearth-trust-page': TrustPage }));
    return html`<hearth-trust-page></hearth-trust-page>`;
  }

  private leaveHome(): void {
    this.home?.close();
    this.home = undefined;
  }

  private unreachable(): TemplateResult {
    return entryFrame(
      say('connection.unreachable'),
      html`<p class="intro">${say('connection.unreachable_more')}</p>
        <div class="actions">
          <button type="button" class="primary wide" @click=${() => this.session.start()}>
            ${say('connection.retry')}
          </button>
        </div>
        <p class="hint" role="status">${say('connection.retrying')}</p>`,
    );
  }

  /** Takes a new owner to the welcome page, unless another page was requested. */
  private async moveIn(event: CustomEvent<string>): Promise<void> {
    if (location.pathname === PATHS.home) navigate(PATHS.welcome, 'replace');
    await this.enter(event);
  }

  private async enter(event: CustomEvent<string>): Promise<void> {
    this.hasLoggedIn = true;
    await this.session.enter(event.detail);
  }
}
